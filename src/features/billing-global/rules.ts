import { comparePeriods, PACK_MINUTES, type PackKey, type PaidPeriod } from '#features/membership/rules.ts'

/** What can be bought, by the plan ids of A§3, which are also the keys of the prices at the provider. */
export const PLANS = {
  '600-month': { tier: 'pro', interval: 'month' },
  '600-year': { tier: 'pro', interval: 'year' },
  'unlimited-month': { tier: 'unlimited', interval: 'month' },
  'unlimited-year': { tier: 'unlimited', interval: 'year' },
} as const satisfies Record<string, PaidPeriod>
export type PlanKey = keyof typeof PLANS

export type ProductKey = PlanKey | PackKey
export const PRODUCT_KEYS = [...Object.keys(PLANS), ...Object.keys(PACK_MINUTES)] as ProductKey[]

export const isPlanKey = (key: string): key is PlanKey => Object.hasOwn(PLANS, key)

/** The source of the minutes of packs. Their ref names the checkout. */
export const PACK_SOURCE = 'checkout'
export const packRef = (checkoutId: string): string => `cs:${checkoutId}`

/** Currencies of the regions (A§3). The server chooses by this table; a client never names a currency. */
const CURRENCIES: Readonly<Record<string, string>> = { US: 'usd', EU: 'eur', UK: 'gbp', JP: 'jpy', HK: 'hkd', TW: 'twd' }
const DEFAULT_CURRENCY = 'usd'

export const currencyOfRegion = (region: string | undefined): string =>
  CURRENCIES[(region ?? '').toUpperCase()] ?? DEFAULT_CURRENCY

/** The flags that identify a purchase when the payment page returns (A§4). */
export const BUY_FLAGS = { subscribe: 1, upgrade: 2, downgrade: 3, freeTrial: 4, freeTrialPro: 5, other: -1 } as const

/** Returns a positive number when the first plan is an upgrade from the second one. */
export const comparePlans = (a: PlanKey, b: PlanKey): number => comparePeriods(PLANS[a], PLANS[b])

/** The states of a subscription in which no other one can be bought. */
export const LIVE_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'] as const

/**
 * The id of a price on the wire: that of the provider and the currency in which it was shown. A price has several currencies, and
 * the payment must use the one shown.
 */
export const toWirePriceId = (priceId: string, currency: string): string => `${priceId}:${currency}`

export function parseWirePriceId(id: string): { priceId: string; currency: string } | null {
  const at = id.lastIndexOf(':')
  const currency = id.slice(at + 1)
  return at > 0 && /^[a-z]{3}$/.test(currency) ? { priceId: id.slice(0, at), currency } : null
}
