import { hours, minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'

/** Of our own (decision 17): the specification names the dialog, not when it comes. */
export const UNBROKEN: Millis = hours(3)
export const PAUSE: Millis = minutes(10)
/** So long the dialog stands, if nobody closes it. */
export const BREAK_STANDS: Millis = seconds(60)

/** Use without a pause: since when, and when a hand was last seen. */
export type Session = { readonly start: Millis; readonly last: Millis }

export const newSession = (now: Millis): Session => ({ start: now, last: now })

/** A hand at keys or pointer: goes on with the session, or begins one when there was a pause. */
export const touched = (session: Session, now: Millis): Session =>
  now - session.last >= PAUSE ? newSession(now) : { ...session, last: now }

export const isBreakDue = ({ start, last }: Session, now: Millis): boolean => now - start >= UNBROKEN && now - last < PAUSE
