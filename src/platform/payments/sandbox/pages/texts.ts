import type { Price } from '../../payments.ts'

/** Formats an amount: `$12.90`, `¥1,900`. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Formats a day of the customer's clock: `2 March 2026`. */
export const formatDay = (time: Date): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(time)

/** Formats a time to the second: `2 March 2026, 09:00:00 UTC`. */
export const formatMoment = (time: Date): string => `${formatDay(time)}, ${time.toISOString().slice(11, 19)} UTC`

const INTERVALS: Readonly<Record<Price['interval'], string>> = { month: 'every month', year: 'every year', once: 'once' }

/** Formats a price with its interval: `$12.90 every month`. */
export const formatPrice = ({ amount, interval }: { amount: number; interval: Price['interval'] }, currency: string): string =>
  `${formatMoney(amount, currency)} ${INTERVALS[interval]}`
