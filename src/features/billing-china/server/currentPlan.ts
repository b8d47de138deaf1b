import type { AppContext } from '#platform/context.ts'
import { type PlanChange, PLANS, comparePlans, type PlanKey, planMonths, quoteChange } from '../rules.ts'
import { findNext, readPaidPlans, runsUntil } from './paidPlans.ts'
import type { AgreementRecord } from './storeAgreements.ts'

/** The plan that is paid for now, and the one that follows it. */
export type CurrentPlan = {
  readonly agreement: AgreementRecord
  readonly paidUntil: Date
  /** A downgrade that was agreed to and begins at the end of the paid time. */
  readonly next: AgreementRecord | undefined
}

export async function findCurrentPlan(ctx: AppContext, userId: string): Promise<CurrentPlan | null> {
  const plans = await readPaidPlans(ctx, userId)
  for (const plan of plans) {
    const { agreement, time } = plan
    const next = findNext(plans, agreement.sub_id)
    // The plan ends unless the one that follows it is charged.
    const isLast = next && agreement.state === 'active'
    const paidUntil = runsUntil(ctx, plan) ?? (isLast ? time?.end : null)
    if (paidUntil) return { agreement, paidUntil, next }
  }
  return null
}

/** Returns the quote for changing to a plan, or null when it is the running plan and renews. */
export function quotePlan(current: CurrentPlan | null, key: PlanKey, now: Date): PlanChange | null {
  const target = { price: PLANS[key].price, months: planMonths(key) }
  if (!current) return quoteChange(null, target, { comparison: 1, now })
  const { agreement, paidUntil } = current
  const comparison = comparePlans(key, agreement.sku)
  if (comparison === 0 && agreement.renews) return null
  const running = { price: agreement.price, months: planMonths(agreement.sku), paidUntil }
  // A canceled plan can be taken again from the end of its paid time.
  return quoteChange(running, target, { comparison: comparison === 0 ? -1 : comparison, now })
}
