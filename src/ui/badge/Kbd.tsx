import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

/** A keyboard key: `<Kbd>/</Kbd>`. Hidden on touch screens, except where keys are the content (`isContent`). */
export function Kbd({ children, isContent = false }: { children: ReactNode; isContent?: boolean }) {
  return (
    <kbd
      className={classes(
        'rounded-sm border border-line bg-raised px-1.25 font-mono text-xs leading-4.5 text-ink3',
        !isContent && 'pointer-coarse:hidden',
      )}
    >
      {children}
    </kbd>
  )
}
