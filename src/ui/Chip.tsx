import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type ChipTone = 'plain' | 'accent' | 'waiting' | 'bad'

export type ChipProps = {
  children: ReactNode
  /** `waiting` for work under way and doubt, `bad` for failure. */
  tone?: ChipTone
  /** A CSS colour: the folder's or the speaker's. */
  dot?: string | undefined
  /** A word that always has room, or is cut by itself: not made ready to be cut, which costs a list of many something each. */
  isShort?: boolean
  className?: string
}

/** A short word about something: a folder, a state, a count. */
export function Chip({ children, tone = 'plain', dot, isShort = false, className }: ChipProps) {
  return (
    <span
      className={classes(
        'inline-flex h-5.5 max-w-full flex-none items-center gap-1.5 rounded-full px-2 text-xs whitespace-nowrap',
        TONE[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-2.5 flex-none rounded-[3px] ring-1 ring-ink3/40" style={{ background: dot }} />}
      {isShort ? children : <span className="truncate">{children}</span>}
    </span>
  )
}

const TONE: Record<ChipTone, string> = {
  plain: 'bg-sunken text-ink2',
  accent: 'bg-accent-soft text-accent',
  waiting: 'bg-warn-soft text-warn',
  bad: 'bg-signal-soft text-signal',
}
