import { createContext } from 'react'
import type { Locale } from '#shared/locales.ts'
import { formatNumber } from '#browser/i18n/format.ts'

export type BillingPeriod = 'yearly' | 'monthly'
/** The products of A§3: plans by their period, and packs of minutes. */
export type ProductId = `${'pro' | 'unlimited'}-${BillingPeriod}` | `pack-${PackMinutes}`

/** The packs of minutes (A§9). */
export const PACKS = [120, 600, 3000, 6000] as const
export type PackMinutes = (typeof PACKS)[number]

/** What an unlimited year costs less than twelve months (A§9). */
export const YEARLY_SALE_OFF = 70

/** What can be bought, at which price, and how. `amounts` are in cents; in whole yen in Japan. */
export type Offers = {
  currency: string
  amounts: Readonly<Partial<Record<ProductId, number>>>
  buy: (product: ProductId) => void
}

/** Filled by a billing feature. Without it prices are dashes and nothing can be bought. */
export const OffersContext = createContext<Offers | undefined>(undefined)

/** Shown for an unknown price (A§7). */
const NO_PRICE = '--'

/** Currencies without a smaller unit. */
const WHOLE_CURRENCIES = new Set(['JPY'])
const unitsOf = (currency: string): number => (WHOLE_CURRENCIES.has(currency) ? 1 : 100)

/** `$118.80` for 11,880 cents, with `digits` decimals. */
export function formatPrice(locale: Locale, offers: Offers | undefined, amount: number | undefined, digits?: number): string {
  if (!offers || amount === undefined) return NO_PRICE
  const fractionDigits = digits ?? (WHOLE_CURRENCIES.has(offers.currency) ? 0 : 2)
  return formatNumber(locale, amount / unitsOf(offers.currency), {
    style: 'currency',
    currency: offers.currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })
}

/** Returns a twelfth of a yearly price, rounded up to one decimal of the currency (A§9). */
export function monthlyEquivalent(currency: string, yearlyAmount: number): number {
  const step = unitsOf(currency) / 10
  return Math.ceil(yearlyAmount / (12 * step)) * step
}

/** The decimals of the price of one minute (A§9). */
export const PER_MINUTE_DIGITS = 4
