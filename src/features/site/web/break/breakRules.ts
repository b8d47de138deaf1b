import { hours, minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'

/** The specification names the dialog but not when it opens. These values are our own (decision 17). */
export const MAX_SESSION: Millis = hours(3)
export const MIN_PAUSE: Millis = minutes(10)
/** The dialog closes by itself after this time. */
export const BREAK_DIALOG_DURATION: Millis = seconds(60)

/** A period of use without a pause: its start, and the time of the last input. */
export type UsageSession = { readonly start: Millis; readonly last: Millis }

export const newSession = (now: Millis): UsageSession => ({ start: now, last: now })

/** Records an input event. It continues the session, or starts a new one after a pause. */
export const recordInput = (session: UsageSession, now: Millis): UsageSession =>
  now - session.last >= MIN_PAUSE ? newSession(now) : { ...session, last: now }

export const isBreakDue = ({ start, last }: UsageSession, now: Millis): boolean =>
  now - start >= MAX_SESSION && now - last < MIN_PAUSE
