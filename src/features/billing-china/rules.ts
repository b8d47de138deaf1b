import { type Millis, minutes, type Seconds, seconds } from '#shared/units.ts'
import { comparePeriods, isPackKey, type PackKey, type PaidPeriod } from '#features/membership/rules.ts'

export { nextOrderState, ORDER_STATES, type OrderEvent, type OrderState } from './rules/orderState.ts'
export { type ChargedPlan, type PaidState, readPaidTime } from './rules/paidTime.ts'
export { planPeriodEnd, quoteChange, type PlanChange } from './rules/planChange.ts'

/** The products, by `uniq_name` (A§3). Prices are in fen of CNY. */
export const PLANS = {
  '600-month-web': { tier: 'pro', interval: 'month', price: 3200 },
  '600-year-web': { tier: 'pro', interval: 'year', price: 29_800 },
  'unlimited-month-web': { tier: 'unlimited', interval: 'month', price: 6400 },
  'unlimited-year-web': { tier: 'unlimited', interval: 'year', price: 69_800 },
} as const satisfies Record<string, PaidPeriod & { price: number }>
export type PlanKey = keyof typeof PLANS

/** The prices of the packs of minutes (A§9). */
const PACK_PRICES: Readonly<Record<PackKey, number>> = {
  hourlypacket: 990,
  hourlypacket2: 3900,
  hourlypacket3: 15_900,
  hourlypacket4: 26_800,
}
export type ProductKey = PlanKey | PackKey

export const isPlanKey = (key: string): key is PlanKey => Object.hasOwn(PLANS, key)

/** The id with which a product is bought. It contains the currency, like the ids of card prices. */
export const skuId = (key: ProductKey): string => `${key}-cny`

export function keyOfSku(id: string): ProductKey | undefined {
  const key = id.replace(/-cny$/, '')
  return id !== key && (isPlanKey(key) || isPackKey(key)) ? key : undefined
}

export const planMonths = (key: PlanKey): 1 | 12 => (PLANS[key].interval === 'year' ? 12 : 1)

/** Returns the price of a product in fen: of a pack, or of one period of a plan. */
export const priceOf = (key: ProductKey): number => (isPlanKey(key) ? PLANS[key].price : PACK_PRICES[key])

/** Returns a positive number when the first plan is an upgrade from the second one. */
export const comparePlans = (a: PlanKey, b: PlanKey): number => comparePeriods(PLANS[a], PLANS[b])

/** Limits for the lifetime of a QR code, which the client requests (A§9: 60 seconds). */
const [SHORTEST, LONGEST] = [minutes(1), minutes(5)]
export const orderTime = (expireSeconds: Seconds = 60): Millis => Math.min(LONGEST, Math.max(SHORTEST, seconds(expireSeconds)))
