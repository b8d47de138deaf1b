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

const OFFSET = /^(?:utc|gmt)?\s*([+\u2212-]?)(\d{1,2})(?::?([0-5]\d)|[.,](\d{1,3}))?$/i

/**
 * Returns the offset from UTC in hours at a time: of a number, a number as text ("2", "+05:30", "UTC-3"), or the name of a time zone.
 * 0 when it is not plausible.
 */
export function plausibleTimezone(value: unknown, at: Date): number {
  const offset = typeof value === 'number' ? value : typeof value === 'string' ? parseOffset(value.trim(), at) : 0
  return Math.abs(offset) <= MAX_UTC_OFFSET ? offset : 0
}

function parseOffset(text: string, at: Date): number {
  const match = OFFSET.exec(text)
  if (!match) return offsetOfZone(text, at)
  const [, sign = '', hours = '', minutes, fraction] = match
  const size = Number(hours) + Number(minutes ?? 0) / 60 + Number(`0.${fraction ?? 0}`)
  return sign === '' || sign === '+' ? size : 0 - size
}

/** Returns 0 for a name that is no time zone. */
function offsetOfZone(timeZone: string, at: Date): number {
  if (timeZone === '') return 0
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return OFFSET.test(name) ? parseOffset(name, at) : 0
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

/** Cleans a name and shortens it to the maximum length. Returns null when nothing is left of it. */
export function cleanTitle(name: string | null | undefined): string | null {
  const parsed = Filename.safeParse(name ?? '')
  if (parsed.success) return parsed.data
  const shortened = Filename.safeParse(cleanName((name ?? '').slice(0, 9_000)).slice(0, FILENAME_MAX))
  return shortened.success ? shortened.data : null
}
