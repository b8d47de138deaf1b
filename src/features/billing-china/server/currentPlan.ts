import type { AppContext } from '#platform/context.ts'
import { type PlanChange, PLANS, comparePlans, type PlanKey, planMonths, quoteChange } from '../rules.ts'
import { type AgreementRecord, listAgreements } from './storeAgreements.ts'
import { listOrdersOfAgreement } from './storeOrders.ts'
import { paidTime } from './sync/applyCharge.ts'

/** The plan that a user has paid for now, and the one that follows it. */
export type CurrentPlan = {
  readonly agreement: AgreementRecord
  readonly paidUntil: Date
  /** A downgrade that was agreed to, and begins when the paid time ends. */
  readonly next: AgreementRecord | undefined
}

export async function findCurrentPlan(ctx: AppContext, userId: string): Promise<CurrentPlan | null> {
  const agreements = await listAgreements(ctx, userId)
  for (const agreement of agreements) {
    const paidUntil = await runsUntil(ctx, agreement)
    if (!paidUntil) continue
    const next = agreements.find(({ replaces, state }) => replaces === agreement.sub_id && state === 'signed')
    return { agreement, paidUntil, next }
  }
  return null
}

/** Returns when the paid time of a plan ends; null when the plan is not paid any more. */
export async function runsUntil(ctx: AppContext, { sub_id, state, charge_at }: AgreementRecord): Promise<Date | null> {
  if (state !== 'active') return null
  const end = paidTime(await listOrdersOfAgreement(ctx, sub_id))?.end ?? null
  return end && (end > ctx.clock.now() || charge_at !== null) ? end : null
}

/** Returns what a change to a plan comes to now; null for the plan that runs and is paid again. */
export function quotePlan(ctx: AppContext, current: CurrentPlan | null, key: PlanKey): PlanChange | null {
  const target = { price: PLANS[key].price, months: planMonths(key) }
  const now = ctx.clock.now()
  if (!current) return quoteChange(null, target, { comparison: 1, now })
  const { agreement, paidUntil } = current
  const comparison = comparePlans(key, agreement.sku)
  if (comparison === 0 && agreement.renews) return null
  const running = { price: agreement.price, months: planMonths(agreement.sku), paidUntil }
  // A plan that was canceled is taken again when its paid time ends.
  return quoteChange(running, target, { comparison: comparison === 0 ? -1 : comparison, now })
}
