import { type ProductId, toPackProduct, toPlanProduct } from '#features/membership/web.tsx'
import { isPackKey } from '#features/membership/rules.ts'
import { isPlanKey, PLANS } from '../rules.ts'

/** Returns the product of a price by its name: `pro-yearly` for `600-year`, `pack-600` for `hourlypacket2`. */
export function productOf(name: string): ProductId | undefined {
  if (isPlanKey(name)) return toPlanProduct(PLANS[name])
  return isPackKey(name) ? toPackProduct(name) : undefined
}

/** Returns the product of a plan as on the wire. */
export const planProduct = (plan: { membership_type: 'pro' | 'unlimited'; membership_flag: 'Yearly' | 'Monthly' }) =>
  toPlanProduct({ tier: plan.membership_type, interval: plan.membership_flag === 'Yearly' ? 'year' : 'month' })
