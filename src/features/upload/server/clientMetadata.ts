import { FILENAME_MAX, Filename } from '#features/files/contract.ts'
import { cleanName } from '#shared/normalizeText.ts'
import type { Millis } from '#shared/units.ts'

/** A start time outside this range comes from a wrong clock. */
const EARLIEST_START = Date.UTC(1990, 0, 1)
const LATEST_START = Date.UTC(2100, 0, 1)
/** No time zone is further from UTC than this. */
const MAX_UTC_OFFSET = 26

/** True when a recording can have started at this time. */
export const isPlausibleStart = (time: Millis): boolean => time > EARLIEST_START && time < LATEST_START

/** Returns the offset from UTC in hours, or 0 when it is not plausible. */
export const plausibleTimezone = (value: unknown): number =>
  typeof value === 'number' && Math.abs(value) <= MAX_UTC_OFFSET ? value : 0

/** Cleans a name and shortens it to the maximum length. Returns null when nothing is left of it. */
export function cleanTitle(name: string | null | undefined): string | null {
  const parsed = Filename.safeParse(name ?? '')
  if (parsed.success) return parsed.data
  const shortened = Filename.safeParse(cleanName((name ?? '').slice(0, 9_000)).slice(0, FILENAME_MAX))
  return shortened.success ? shortened.data : null
}
