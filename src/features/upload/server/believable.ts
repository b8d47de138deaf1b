import { FILENAME_MAX, Filename } from '#features/files/contract.ts'
import { plainName } from '#kit/plainName.ts'
import type { Millis } from '#kit/units.ts'

/** Years a recording may begin in; anything else is a clock gone wrong. */
const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
/** Hours from UTC that any place keeps. */
const MOST_ZONE = 26

/** Whether a recording can have begun then. */
export const isBelievableStart = (at: Millis): boolean => at > EARLIEST && at < LATEST

/** Hours from UTC as said, or none. */
export const believedZone = (said: unknown): number => (typeof said === 'number' && Math.abs(said) <= MOST_ZONE ? said : 0)

/** What a recording is called whose name nobody can use. */
export const UNNAMED = 'Recording'

/** A name as it can be kept, cut where it is too long: the sound is worth more than its name. Null where nothing is left of it. */
export function usableTitle(name: string | null | undefined): string | null {
  const named = Filename.safeParse(name ?? '')
  if (named.success) return named.data
  const cut = Filename.safeParse(plainName((name ?? '').slice(0, 9_000)).slice(0, FILENAME_MAX))
  return cut.success ? cut.data : null
}
