import { withPlainDigits } from '#shared/digits.ts'
import { normalizeText } from '#shared/normalizeText.ts'
import { type Millis, hours, minutes, seconds } from '#shared/units.ts'

/** A time in the format of other programs: `1:06:14`, `06:14`, optionally with `.5` or `,500`. */
export const TIME = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?`

const CLOCK = /^(?<sign>[-−])?(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,4}):(?<seconds>\d{1,2})(?:[.,:;](?<fraction>\d{1,9}))?$/
const FRAMES = /^(?<hours>\d{1,3}):(?<minutes>\d{1,2}):(?<seconds>\d{1,2})[:;.](?<frames>\d{2})$/
const FRACTION = /^(?<sign>[-−])?(?<number>\d{1,9}(?:[.,]\d{1,9})?)\s*(?<unit>h|m|min|s|sec|ms|t)?$/i
const ISO = /^PT(?:(?<hours>\d+(?:\.\d+)?)H)?(?:(?<minutes>\d+(?:\.\d+)?)M)?(?:(?<seconds>\d+(?:\.\d+)?)S)?$/i
const UNITS: Readonly<Record<string, number>> = {
  h: hours(1),
  m: minutes(1),
  min: minutes(1),
  s: seconds(1),
  sec: seconds(1),
  ms: 1,
  // Ticks of 100 ns.
  t: 1 / 10_000,
}
/** Default frame rate. */
const FRAME_RATE = 25

/** Converts the digits of all scripts to 0-9, and full-width punctuation to ordinary. */
export const plainDigits = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  /^[\u0000-\u007f]*$/.test(text)
    ? text
    : withPlainDigits(normalizeText(text, 'NFKC').replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''))
        .replaceAll('٫', '.')
        .replaceAll(/[٬،]/g, ',')

/** Parses a clock time such as `1:02:03.5`, `02:03,500` or `00:00:10:12` (frames). Returns null for other texts. */
export function parseClock(text: string): Millis | null {
  const clock = plainDigits(text).replaceAll(/\s+/g, '')
  const frames = FRAMES.exec(clock)?.groups
  if (frames && !clock.includes('.'))
    return hms(frames) + Math.round((Math.min(Number(frames['frames']), FRAME_RATE - 1) * 1000) / FRAME_RATE)
  const groups = CLOCK.exec(clock)?.groups
  if (!groups) return null
  const time = hms(groups) + Math.round(Number(`0.${groups['fraction'] || 0}`) * 1000)
  return groups['sign'] ? -time : time
}

const hms = (groups: Readonly<Record<string, string | undefined>>): Millis =>
  hours(Number(groups['hours'] ?? 0)) + minutes(Number(groups['minutes'] ?? 0)) + seconds(Number(groups['seconds'] ?? 0))

/** Parses any time with a unit: a clock time, `1.5s`, `1500ms`, `10000000t` or `PT1.5S`. Returns null for other texts. */
export function parseTime(text: string): Millis | null {
  const trimmed = plainDigits(text).trim()
  const clock = parseClock(trimmed)
  if (clock !== null) return clock
  const iso = ISO.exec(trimmed)?.groups
  if (iso && trimmed.length > 2) return Math.round(hms(iso))
  const groups = FRACTION.exec(trimmed)?.groups
  const unit = groups?.['unit']?.toLowerCase()
  if (!groups || unit === undefined) return null
  const time = Math.round(Number(groups['number']?.replace(',', '.')) * (UNITS[unit] ?? 0))
  return groups['sign'] ? -time : time
}

/** Parses a number with a decimal point or comma. Returns null for other texts. */
export function parseNumber(text: string): number | null {
  const trimmed = plainDigits(text).trim()
  return /^-?\d{1,15}(?:[.,]\d{1,12})?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : null
}
