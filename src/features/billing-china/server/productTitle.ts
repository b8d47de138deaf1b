import { PACK_MINUTES } from '#features/membership/rules.ts'
import { isPlanKey, PLANS, type ProductKey } from '../rules.ts'

const TIERS = { pro: '专业版', unlimited: '无限版' } as const
const INTERVALS = { month: '月付', year: '年付' } as const

/** Returns the title shown to the customer in the app, in Chinese like the rest of the app. */
export function productTitle(key: ProductKey): string {
  if (!isPlanKey(key)) return `Earshot ${PACK_MINUTES[key]} 分钟`
  const { tier, interval } = PLANS[key]
  return `Earshot ${TIERS[tier]}（${INTERVALS[interval]}）`
}
