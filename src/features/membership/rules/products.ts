import type { Seconds } from '#shared/units.ts'

/** A plan that can be bought (A§3). */
export type PaidPeriod = { readonly tier: 'pro' | 'unlimited'; readonly interval: 'month' | 'year' }

/** The interval of a plan as on the wire (A§3). */
export const planFlag = ({ interval }: Pick<PaidPeriod, 'interval'>): 'Yearly' | 'Monthly' =>
  interval === 'year' ? 'Yearly' : 'Monthly'

/** Returns a positive number when `a` is an upgrade of `b`: a higher tier, or a year of the same one. */
export function comparePeriods(a: PaidPeriod, b: PaidPeriod): number {
  const rank = ({ tier, interval }: PaidPeriod) => (tier === 'unlimited' ? 2 : 0) + (interval === 'year' ? 1 : 0)
  return rank(a) - rank(b)
}

/** Returns the yearly discount in whole percent, rounded down; null when a year is not cheaper, or a price is unknown (A§3). */
export function yearlyDiscount(yearAmount: number, monthAmount: number): number | null {
  if (yearAmount <= 0 || monthAmount <= 0) return null
  const percent = Math.floor(100 - (100 * yearAmount) / (12 * monthAmount))
  return percent > 0 ? percent : null
}

/** The minutes of each pack, by its name on the wire (A§9). */
export const PACK_MINUTES = { hourlypacket: 120, hourlypacket2: 600, hourlypacket3: 3000, hourlypacket4: 6000 } as const
export type PackKey = keyof typeof PACK_MINUTES

export const isPackKey = (key: string): key is PackKey => Object.hasOwn(PACK_MINUTES, key)
export const packSeconds = (key: PackKey): Seconds => PACK_MINUTES[key] * 60

/** How long a pack can be used. */
export const PACK_MONTHS = 24
