import { days, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { dayNumber } from '#ui/format.ts'

/** When a recording is deleted from the trash. `trashedAt` in unix seconds, null for one that is not there; no rule: undefined. */
export const dueAt = (trashedAt: number | null, trashDays: number | null | undefined): Millis | undefined =>
  trashedAt === null || trashDays === null || trashDays === undefined ? undefined : seconds(trashedAt) + days(trashDays)

/** Days of the reader's calendar until then: 0 is today, and whatever should have gone already. */
export function daysLeft(trashedAt: number | null, trashDays: number | null | undefined, now: Millis): number | undefined {
  const due = dueAt(trashedAt, trashDays)
  return due === undefined ? undefined : Math.max(0, dayNumber(due) - dayNumber(now))
}
