import type { ProductId } from '#features/membership/web.tsx'
import { isPackKey, isPlanKey, PACKS, PLANS } from '../rules.ts'

const PERIODS = { month: 'monthly', year: 'yearly' } as const

/** Returns the product of a `uniq_name`: `pro-yearly` for `600-year-web`, `pack-600` for `hourlypacket2`. */
export function productOf(name: string): ProductId | undefined {
  if (isPlanKey(name)) return `${PLANS[name].tier}-${PERIODS[PLANS[name].interval]}`
  return isPackKey(name) ? `pack-${PACKS[name].minutes}` : undefined
}
