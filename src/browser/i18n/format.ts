import type { Bytes, Millis, Seconds } from '#shared/units.ts'
import { languageTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

/** `1,234` */
export const formatNumber = (locale: Locale, value: number, options: Intl.NumberFormatOptions = {}): string =>
  numbers(locale, options).format(value)

/** `68%` for 0.68. Rounded down, so that only 1 gives 100%. */
export const formatPercent = (locale: Locale, share: number): string =>
  numbers(locale, { style: 'percent', maximumFractionDigits: 0, roundingMode: 'floor' }).format(share)

/** `1.4 GB`. A unit is 1024 of the smaller one, as in the limits of the specification. */
export function formatBytes(locale: Locale, bytes: Bytes): string {
  const step = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 0), BYTE_UNITS.length - 1)
  const value = bytes / 1024 ** step
  const digits = value < 10 && step > 0 ? 1 : 0
  // The short unit of Intl has no plural: "6 byte".
  const unitDisplay = step === 0 ? 'long' : 'short'
  const options = { style: 'unit', unit: BYTE_UNITS[step] ?? 'byte', unitDisplay, maximumFractionDigits: digits } as const
  return numbers(locale, options).format(value)
}

/**
 * A duration: `42 s`, `48 min`, `1 h 12 min`. Below one minute it is rounded down, as in `formatTimestamp`; above, to the nearest
 * minute.
 */
export function formatDuration(locale: Locale, duration: Seconds): string {
  if (duration < 60) return unit(locale, Math.max(0, Math.floor(duration)), 'second')
  const minutes = Math.round(duration / 60)
  const [h, min] = [Math.floor(minutes / 60), minutes % 60]
  return [h > 0 && unit(locale, h, 'hour'), (min > 0 || h === 0) && unit(locale, min, 'minute')].filter(Boolean).join(' ')
}

/** `21 November 2026, 09:12` in the order of the locale. */
export const formatDateTime = (locale: Locale, at: Millis): string =>
  dates(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at)

/** `Saturday, 21 November 2026 at 09:12:00 CET`, for tooltips. */
export const formatFullDate = (locale: Locale, at: Millis): string =>
  dates(locale, { dateStyle: 'full', timeStyle: 'long' }).format(at)

/** `Saturday, November 21`, capitalized. */
export const formatWeekday = (locale: Locale, at: Millis): string =>
  capitalize(locale, dates(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(at))

/** `S`, for week columns. */
export const formatWeekdayLetter = (locale: Locale, at: Millis): string => dates(locale, { weekday: 'narrow' }).format(at)

/** `09:12` for a time today, otherwise with the date. */
export const formatMoment = (locale: Locale, at: Millis, now: Millis): string =>
  dayNumber(at) === dayNumber(now) ? dates(locale, { timeStyle: 'short' }).format(at) : formatDateTime(locale, at)

/** `21 November 2026` */
export const formatDate = (locale: Locale, at: Millis): string => dates(locale, { dateStyle: 'long' }).format(at)

/**
 * The short form for lists: `Today 09:12`, `Yesterday 09:30`, `Wed 16:00` within a week, `12 Nov`, `12 Nov 2025` in another
 * year.
 */
export function formatDay(locale: Locale, at: Millis, now: Millis): string {
  const daysAgo = dayNumber(now) - dayNumber(at)
  const clock = dates(locale, { timeStyle: 'short' }).format(at)
  if (daysAgo === 0 || daysAgo === 1) return `${capitalize(locale, relative(locale).format(-daysAgo, 'day'))} ${clock}`
  if (daysAgo > 1 && daysAgo < 7) return `${capitalize(locale, dates(locale, { weekday: 'short' }).format(at))} ${clock}`
  return formatShortDate(locale, at, now)
}

/** `today`, `18 Nov`, `18 Nov 2025` in another year. */
export function formatShortDate(locale: Locale, at: Millis, now: Millis): string {
  if (dayNumber(now) === dayNumber(at)) return relative(locale).format(0, 'day')
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return dates(locale, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }).format(at)
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

function unit(locale: Locale, value: number, unitName: 'hour' | 'minute' | 'second'): string {
  // The English short units of Intl are "hr" and "sec"; the design uses "h" and "s".
  if (locale === 'en_US') return `${value}\u00a0${unitName === 'hour' ? 'h' : unitName === 'minute' ? 'min' : 's'}`
  return numbers(locale, { style: 'unit', unit: unitName, unitDisplay: 'short' }).format(value)
}

/**
 * Returns the number of days since 1970-01-01 in local time. Days differ in length when the clocks change, so it counts dates.
 */
export function dayNumber(at: Millis): number {
  const day = new Date(at)
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000)
}

const capitalize = (locale: Locale, word: string): string =>
  word.slice(0, 1).toLocaleUpperCase(languageTag(locale)) + word.slice(1)

// Creating an Intl object takes a hundred times as long as using it, and lists format thousands of values.
const formatters = new Map<string, unknown>()

function cached<T>(key: string, create: () => T): T {
  const existing = formatters.get(key) as T | undefined
  if (existing !== undefined) return existing
  const created = create()
  formatters.set(key, created)
  return created
}

const numbers = (locale: Locale, options: Intl.NumberFormatOptions) =>
  cached(`n${locale}${JSON.stringify(options)}`, () => new Intl.NumberFormat(languageTag(locale), options))
const dates = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  cached(`d${locale}${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(languageTag(locale), options))
const relative = (locale: Locale) =>
  cached(`r${locale}`, () => new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'auto' }))
