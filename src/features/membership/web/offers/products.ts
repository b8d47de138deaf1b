import { languageTag, type Locale } from '#shared/locales.ts'
import { formatNumber } from '#browser/i18n/format.ts'
import { comparePeriods, PACK_MINUTES, type PackKey, type PaidPeriod } from '../../rules.ts'

export type BillingPeriod = 'yearly' | 'monthly'
export type PaidPlan = 'pro' | 'unlimited'
export type PlanProduct = `${PaidPlan}-${BillingPeriod}`
/** The products of A§3: plans by their period, and packs of minutes. */
export type ProductId = PlanProduct | `pack-${PackMinutes}`

export const PACKS = Object.values(PACK_MINUTES)
export type PackMinutes = (typeof PACK_MINUTES)[PackKey]

export const isPlanProduct = (product: ProductId | undefined): product is PlanProduct =>
  product !== undefined && !product.startsWith('pack-')

/** Returns the plan and the period of a product. */
export function splitPlan(product: PlanProduct): { plan: PaidPlan; period: BillingPeriod } {
  const [plan, period] = product.split('-') as [PaidPlan, BillingPeriod]
  return { plan, period }
}

export const toPlanProduct = ({ tier, interval }: PaidPeriod): PlanProduct =>
  `${tier}-${interval === 'year' ? 'yearly' : 'monthly'}`

export const toPackProduct = (key: PackKey): ProductId => `pack-${PACK_MINUTES[key]}`

/** Returns a positive number for an upgrade: a higher plan, or a year of the same one. */
export function comparePlanProducts(a: PlanProduct, b: PlanProduct): number {
  const toPeriod = (product: PlanProduct): PaidPeriod => {
    const { plan, period } = splitPlan(product)
    return { tier: plan, interval: period === 'yearly' ? 'year' : 'month' }
  }
  return comparePeriods(toPeriod(a), toPeriod(b))
}

/** Shown for an unknown price or discount (A§5, A§7). */
export const UNKNOWN = '--'

/** Currencies without a smaller unit. */
const WHOLE_CURRENCIES = new Set(['JPY'])
const unitsOf = (currency: string): number => (WHOLE_CURRENCIES.has(currency) ? 1 : 100)

/** `$118.80` for 11,880 cents, with `digits` decimals. */
export function formatPrice(
  locale: Locale,
  offers: { currency: string | undefined } | undefined,
  amount: number | null | undefined,
  digits?: number,
): string {
  if (!offers?.currency || amount === undefined || amount === null) return UNKNOWN
  const fractionDigits = digits ?? (WHOLE_CURRENCIES.has(offers.currency) ? 0 : 2)
  return formatNumber(locale, amount / unitsOf(offers.currency), {
    style: 'currency',
    currency: offers.currency,
    // In the build for China, which has no other currency, it is ¥ in every language (A§3).
    currencyDisplay: offers.currency === 'CNY' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })
}

/** Returns a twelfth of a yearly price, rounded up to one decimal of the currency (A§9), or to a whole yen. */
export function monthlyEquivalent(currency: string, yearlyAmount: number): number {
  const step = Math.max(1, unitsOf(currency) / 10)
  return Math.ceil(yearlyAmount / (12 * step)) * step
}

/** "US dollars" for USD, as after "prices in". */
export function formatCurrencyName(locale: Locale, currency: string): string {
  const format = new Intl.NumberFormat(languageTag(locale), { style: 'currency', currency, currencyDisplay: 'name' })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
}

/** The decimals of the price of one minute (A§9). */
export const PER_MINUTE_DIGITS = 4
