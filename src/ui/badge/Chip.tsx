import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

export type ChipTone = 'plain' | 'accent' | 'waiting' | 'bad'

export type ChipProps = {
  children: ReactNode
  /** Use `waiting` for work in progress and warnings, `bad` for failures. */
  tone?: ChipTone
  /** A CSS colour, for example of the folder or the speaker. */
  dot?: string | undefined
  /**
   * Leaves out the truncating element around the content, which costs time in long lists. For short words, or content that
   * truncates itself.
   */
  noTruncate?: boolean
  className?: string
}

/** A short label for a folder, a state or a count. */
export function Chip({ children, tone = 'plain', dot, noTruncate = false, className }: ChipProps) {
  return (
    <span
      className={classes(
        'inline-flex h-5.5 max-w-full flex-none items-center gap-1.5 rounded-full px-2 text-xs whitespace-nowrap',
        TONE_CLASS[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-2.5 flex-none rounded-[3px] ring-1 ring-ink3/40" style={{ background: dot }} />}
      {noTruncate ? children : <span className="truncate">{children}</span>}
    </span>
  )
}

const TONE_CLASS: Record<ChipTone, string> = {
  plain: 'bg-sunken text-ink2',
  accent: 'bg-accent-soft text-accent',
  waiting: 'bg-warn-soft text-warn',
  bad: 'bg-signal-soft text-signal',
}
