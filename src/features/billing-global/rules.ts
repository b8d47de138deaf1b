import type { Seconds } from '#shared/units.ts'
import { planRank } from '#features/membership/rules.ts'

/** What can be bought, by the plan ids of A§3, which are also the keys of the prices at the provider. */
export const PLANS = {
  '600-month': { tier: 'pro', interval: 'month' },
  '600-year': { tier: 'pro', interval: 'year' },
  'unlimited-month': { tier: 'unlimited', interval: 'month' },
  'unlimited-year': { tier: 'unlimited', interval: 'year' },
} as const
export type PlanKey = keyof typeof PLANS

/** The minutes of each pack (A§9). */
export const PACKS = { hourlypacket: 120, hourlypacket2: 600, hourlypacket3: 3000, hourlypacket4: 6000 } as const
export type PackKey = keyof typeof PACKS

export type ProductKey = PlanKey | PackKey
export const PRODUCT_KEYS = [...Object.keys(PLANS), ...Object.keys(PACKS)] as ProductKey[]

/** The interval of a plan as on the wire (A§3). */
export const planFlag = (key: PlanKey): 'Yearly' | 'Monthly' => (PLANS[key].interval === 'year' ? 'Yearly' : 'Monthly')

export const isPlanKey = (key: string): key is PlanKey => key in PLANS
export const isPackKey = (key: string): key is PackKey => key in PACKS

/** How long a pack can be used. */
export const PACK_MONTHS = 24

/** The source of the minutes of packs. Their ref names the checkout. */
export const PACK_SOURCE = 'checkout'
export const packRef = (checkoutId: string): string => `cs:${checkoutId}`

export const packSeconds = (key: PackKey): Seconds => PACKS[key] * 60

/** Currencies of the regions (A§3). The server chooses by this table; a client never names a currency. */
const CURRENCIES: Readonly<Record<string, string>> = { US: 'usd', EU: 'eur', UK: 'gbp', JP: 'jpy', HK: 'hkd', TW: 'twd' }
const DEFAULT_CURRENCY = 'usd'

export const currencyOfRegion = (region: string | undefined): string =>
  CURRENCIES[(region ?? '').toUpperCase()] ?? DEFAULT_CURRENCY

/** The flags that tell what was bought when the payment page returns (A§4). */
export const BUY_FLAGS = { subscribe: 1, upgrade: 2, downgrade: 3, freeTrial: 4, freeTrialPro: 5, other: -1 } as const

/** Returns a positive number for an upgrade: a higher tier, or a longer interval of the same tier. */
export function comparePlans(a: PlanKey, b: PlanKey): number {
  const rank = (key: PlanKey) => planRank(PLANS[key].tier, PLANS[key].interval === 'year')
  return rank(a) - rank(b)
}

/** The states of a subscription in which no other one can be bought. */
export const LIVE_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'] as const

/** Returns the yearly discount in whole percent, rounded down; null when a year is not cheaper (A§3). */
export function yearlyDiscount(yearAmount: number, monthAmount: number): number | null {
  if (monthAmount <= 0) return null
  const percent = Math.floor(100 - (100 * yearAmount) / (12 * monthAmount))
  return percent > 0 ? percent : null
}

/**
 * The id of a price on the wire: that of the provider and the currency in which it was shown. One price has several currencies, and
 * what is paid is what was shown.
 */
export const toWirePriceId = (priceId: string, currency: string): string => `${priceId}:${currency}`

export function parseWirePriceId(id: string): { priceId: string; currency: string } | null {
  const at = id.lastIndexOf(':')
  const currency = id.slice(at + 1)
  return at > 0 && /^[a-z]{3}$/.test(currency) ? { priceId: id.slice(0, at), currency } : null
}
