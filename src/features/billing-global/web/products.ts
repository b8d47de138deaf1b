import type { ProductId } from '#features/membership/web.tsx'
import { PACKS, type PackKey, PLANS, type PlanKey } from '../rules.ts'

const PERIODS = { month: 'monthly', year: 'yearly' } as const

/** Returns the product of a price by its name: `pro-yearly` for `600-year`, `pack-600` for `hourlypacket2`. */
export function productOf(name: string): ProductId | undefined {
  if (name in PLANS) {
    const { tier, interval } = PLANS[name as PlanKey]
    return `${tier}-${PERIODS[interval]}`
  }
  return name in PACKS ? `pack-${PACKS[name as PackKey]}` : undefined
}

/** Returns the product of a plan as on the wire. */
export const planProduct = (plan: { membership_type: 'pro' | 'unlimited'; membership_flag: 'Yearly' | 'Monthly' }) =>
  `${plan.membership_type}-${plan.membership_flag === 'Yearly' ? 'yearly' : 'monthly'}` as const
