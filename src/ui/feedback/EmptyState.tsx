import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

export type EmptyStateProps = {
  icon?: ReactNode
  /** One sentence. */
  children: ReactNode
  /** One button. */
  action?: ReactNode
  className?: string
}

/** The message of an empty list: why it is empty and what the user can do. */
export function EmptyState({ icon, children, action, className }: EmptyStateProps) {
  return (
    <div className={classes('grid place-items-center content-center gap-3 px-6 py-12 text-center', className)}>
      {icon && (
        <span className="grid size-11 place-items-center rounded-md bg-accent-soft text-accent [&>svg]:size-5">{icon}</span>
      )}
      <p className="max-w-[44ch] text-base text-balance text-ink2">{children}</p>
      {action}
    </div>
  )
}
