import * as format from './format.ts'
import type { Locale } from '#shared/locales.ts'
import { useLocale } from './useTranslations.ts'

/**
 * The functions of `format.ts` for the current locale: `const { duration, day } = useFormat()`. Returns the same object per
 * locale.
 */
export function useFormat(): Formats {
  const locale = useLocale()
  const formats = cache.get(locale) ?? createFormats(locale)
  cache.set(locale, formats)
  return formats
}

export type Formats = ReturnType<typeof createFormats>

const cache = new Map<Locale, Formats>()

const createFormats = (locale: Locale) => ({
  number: (value: number, options?: Intl.NumberFormatOptions) => format.formatNumber(locale, value, options),
  percent: (share: number) => format.formatPercent(locale, share),
  bytes: (bytes: number) => format.formatBytes(locale, bytes),
  duration: (seconds: number) => format.formatDuration(locale, seconds),
  dateTime: (at: number) => format.formatDateTime(locale, at),
  fullDate: (at: number) => format.formatFullDate(locale, at),
  weekday: (at: number) => format.formatWeekday(locale, at),
  weekdayLetter: (at: number) => format.formatWeekdayLetter(locale, at),
  moment: (at: number, now: number) => format.formatMoment(locale, at, now),
  date: (at: number) => format.formatDate(locale, at),
  day: (at: number, now: number) => format.formatDay(locale, at, now),
  shortDate: (at: number, now: number) => format.formatShortDate(locale, at, now),
})
