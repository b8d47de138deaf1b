import { type Seconds, minutes } from '#shared/units.ts'
import { planRank } from '#features/membership/rules.ts'

export { nextOrderState, ORDER_STATES, type OrderEvent, type OrderState } from './rules/orderState.ts'
export { planPeriodEnd, quoteChange, type PlanChange } from './rules/planChange.ts'

/** What can be bought, by `uniq_name` (A§3). Prices are in fen of CNY. */
export const PLANS = {
  '600-month-web': { tier: 'pro', interval: 'month', price: 3200 },
  '600-year-web': { tier: 'pro', interval: 'year', price: 29_800 },
  'unlimited-month-web': { tier: 'unlimited', interval: 'month', price: 6400 },
  'unlimited-year-web': { tier: 'unlimited', interval: 'year', price: 69_800 },
} as const
export type PlanKey = keyof typeof PLANS

/** The packs of minutes (A§9). */
export const PACKS = {
  hourlypacket: { minutes: 120, price: 990 },
  hourlypacket2: { minutes: 600, price: 3900 },
  hourlypacket3: { minutes: 3000, price: 15_900 },
  hourlypacket4: { minutes: 6000, price: 26_800 },
} as const
export type PackKey = keyof typeof PACKS
export type ProductKey = PlanKey | PackKey

export const isPlanKey = (key: string): key is PlanKey => Object.hasOwn(PLANS, key)
export const isPackKey = (key: string): key is PackKey => Object.hasOwn(PACKS, key)

/** The id by which a product is bought. It names the price too, so that an old page cannot buy at a new price. */
export const skuId = (key: ProductKey): string => `${key}-cny`

export function keyOfSku(id: string): ProductKey | undefined {
  const key = id.replace(/-cny$/, '')
  return id !== key && (isPlanKey(key) || isPackKey(key)) ? key : undefined
}

export const planMonths = (key: PlanKey): 1 | 12 => (PLANS[key].interval === 'year' ? 12 : 1)
export const planFlag = (key: PlanKey): 'Yearly' | 'Monthly' => (PLANS[key].interval === 'year' ? 'Yearly' : 'Monthly')
export const packSeconds = (key: PackKey): Seconds => PACKS[key].minutes * 60

/** Returns what a product costs, in fen: a pack, or a period of a plan. */
export const priceOf = (key: ProductKey): number => (isPlanKey(key) ? PLANS[key].price : PACKS[key].price)

/** Returns a positive number for an upgrade. */
export function comparePlans(a: PlanKey, b: PlanKey): number {
  const rank = (key: PlanKey) => planRank(PLANS[key].tier, PLANS[key].interval === 'year')
  return rank(a) - rank(b)
}

/** How long a pack can be used. */
export const PACK_MONTHS = 24

/** How long a QR code can be paid: as long as the client asks, within these limits (A§9: 60 seconds). */
const [SHORTEST, LONGEST] = [minutes(1), minutes(5)]
export const orderTime = (expireSeconds: number | undefined): number =>
  Math.min(LONGEST, Math.max(SHORTEST, (expireSeconds ?? 60) * 1000))
