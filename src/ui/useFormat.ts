import { useMemo } from 'react'
import * as format from './format.ts'
import { useLocale } from './words.ts'

/** The formats of `format.ts` in the reader's language: `const { duration, day } = useFormat()`. */
export function useFormat() {
  const locale = useLocale()
  return useMemo(
    () => ({
      number: (value: number, options?: Intl.NumberFormatOptions) => format.formatNumber(locale, value, options),
      percent: (share: number) => format.formatPercent(locale, share),
      bytes: (bytes: number) => format.formatBytes(locale, bytes),
      duration: (seconds: number) => format.formatDuration(locale, seconds),
      clock: format.formatClock,
      dateTime: (at: number) => format.formatDateTime(locale, at),
      fullDate: (at: number) => format.formatFullDate(locale, at),
      moment: (at: number, now: number) => format.formatMoment(locale, at, now),
      date: (at: number) => format.formatDate(locale, at),
      day: (at: number, now: number) => format.formatDay(locale, at, now),
    }),
    [locale],
  )
}
