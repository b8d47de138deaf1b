import { FILENAME_MAX, Filename } from '#features/files/contract.ts'
import { plainName } from '#kit/plainName.ts'
import type { Millis } from '#kit/units.ts'

/** A start time outside this range comes from a wrong clock. */
const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
/** No time zone is further from UTC than this. */
const MOST_ZONE = 26

/** True when a recording can have started at this time. */
export const isBelievableStart = (at: Millis): boolean => at > EARLIEST && at < LATEST

/** Returns the offset from UTC in hours, or 0 when it is not plausible. */
export const believedZone = (said: unknown): number => (typeof said === 'number' && Math.abs(said) <= MOST_ZONE ? said : 0)

/** Title of a recording without a usable name. */
export const UNNAMED = 'Recording'

/** Cleans a name and shortens it to the maximum length. Returns null when nothing is left of it. */
export function usableTitle(name: string | null | undefined): string | null {
  const named = Filename.safeParse(name ?? '')
  if (named.success) return named.data
  const cut = Filename.safeParse(plainName((name ?? '').slice(0, 9_000)).slice(0, FILENAME_MAX))
  return cut.success ? cut.data : null
}
