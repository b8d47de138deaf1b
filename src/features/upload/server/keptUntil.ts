import type { Millis } from '#kit/units.ts'
import type { UploadRecord } from './store.ts'

/** However often it is taken up again, an upload is kept so many times the setting. */
const MOST_RENEWALS = 7

export const keptAtMost = (keptFor: Millis): Millis => MOST_RENEWALS * keptFor

/** When an upload nobody goes on with is given up. */
export function keptUntil({ touched_at, created_at }: UploadRecord, keptFor: Millis): Date {
  return new Date(Math.min(touched_at.getTime() + keptFor, created_at.getTime() + keptAtMost(keptFor)))
}
