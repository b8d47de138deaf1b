import { useQueryClient } from '@tanstack/react-query'
import { days, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { dayNumber } from '#browser/i18n/format.ts'
import { now } from '#browser/timers/time.ts'
import { readLibrary } from './sync/libraryCache.ts'

/**
 * Returns when the trash deletes a recording. `trashedAt` is in unix seconds, null outside the trash. Undefined without a rule.
 */
export const deletionTime = (trashedAt: number | null, trashDays: number | null | undefined): Millis | undefined =>
  trashedAt === null || trashDays === null || trashDays === undefined ? undefined : seconds(trashedAt) + days(trashDays)

/** Returns the calendar days until then in the local time zone; 0 for today and for overdue recordings. */
export function daysLeft(trashedAt: number | null, trashDays: number | null | undefined, now: Millis): number | undefined {
  const deletion = deletionTime(trashedAt, trashDays)
  return deletion === undefined ? undefined : Math.max(0, dayNumber(deletion) - dayNumber(now))
}

/**
 * Returns a function that counts the recordings that the trash would delete at once with a rule of this many days; undefined
 * until the whole library is loaded.
 */
export function useTrashDueCount(): (trashDays: number) => number | undefined {
  const queries = useQueryClient()
  return (trashDays) => {
    const library = readLibrary(queries)
    if (!library) return undefined
    if (library.counts.trash === 0) return 0
    if (library.next !== null) return undefined
    const time = now()
    return library.files.filter((file) => (deletionTime(file.trashed_at, trashDays) ?? Infinity) <= time).length
  }
}
