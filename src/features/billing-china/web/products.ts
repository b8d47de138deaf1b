import { type ProductId, toPackProduct, toPlanProduct } from '#features/membership/web.tsx'
import { isPackKey } from '#features/membership/rules.ts'
import { isPlanKey, PLANS } from '../rules.ts'

/** Returns the product of a `uniq_name`: `pro-yearly` for `600-year-web`, `pack-600` for `hourlypacket2`. */
export function productOf(name: string): ProductId | undefined {
  if (isPlanKey(name)) return toPlanProduct(PLANS[name])
  return isPackKey(name) ? toPackProduct(name) : undefined
}
