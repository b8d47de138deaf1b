import { hours, minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'

/** The specification names the dialog but not when it opens. These values are our own (decision 17). */
export const UNBROKEN: Millis = hours(3)
export const PAUSE: Millis = minutes(10)
/** The dialog closes by itself after this time. */
export const BREAK_STANDS: Millis = seconds(60)

/** A period of use without a pause: its start, and the time of the last input. */
export type Session = { readonly start: Millis; readonly last: Millis }

export const newSession = (now: Millis): Session => ({ start: now, last: now })

/** Records an input event. It continues the session, or starts a new one after a pause. */
export const touched = (session: Session, now: Millis): Session =>
  now - session.last >= PAUSE ? newSession(now) : { ...session, last: now }

export const isBreakDue = ({ start, last }: Session, now: Millis): boolean => now - start >= UNBROKEN && now - last < PAUSE
