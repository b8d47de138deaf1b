import type { AppContext } from '#platform/context.ts'
import { type ChargedPlan, type PaidState, planMonths, readPaidTime } from '../rules.ts'
import { type AgreementRecord, listAgreements } from './storeAgreements.ts'
import { listPaidCharges, type OrderRecord } from './storeOrders.ts'

export type PaidPlan = PaidState & { readonly agreement: AgreementRecord }

/** Returns the agreements of a user with their paid periods, newest first. */
export async function readPaidPlans(ctx: AppContext, userId: string): Promise<PaidPlan[]> {
  const agreements = await listAgreements(ctx, userId)
  const charges = Map.groupBy(await listPaidCharges(ctx, userId), ({ sub_id }) => sub_id)
  const plans = agreements.map((agreement) => toCharged(agreement, charges.get(agreement.sub_id) ?? []))
  return agreements.map((agreement, index) => ({ agreement, ...readPaidTime(plans, plans[index]!) }))
}

const toCharged = ({ sub_id, price, sku, change, replaces }: AgreementRecord, charges: readonly OrderRecord[]): ChargedPlan => ({
  id: sub_id,
  price,
  months: planMonths(sku),
  upgradeOf: change === 'upgrade' ? replaces : null,
  charges: charges.flatMap(({ amount, refunded, period_start: start, period_end: end }) =>
    start && end ? [{ amount, refunded, start, end }] : [],
  ),
})

/** Returns the agreed plan that follows another one. */
export const findNext = (plans: readonly PaidPlan[], subId: string): AgreementRecord | undefined =>
  plans.find(({ agreement }) => agreement.replaces === subId && agreement.state === 'signed')?.agreement

/** Returns the end of the paid time of a plan, or null when the plan is no longer paid. */
export function runsUntil(ctx: AppContext, { agreement: { state, charge_at }, time }: PaidPlan): Date | null {
  if (state !== 'active' || !time) return null
  return time.end > ctx.clock.now() || charge_at !== null ? time.end : null
}
