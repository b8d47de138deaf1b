import type { AppContext } from '#platform/context.ts'
import { setPaidMemberships } from '#features/membership/server.ts'
import { planFlag } from '#features/membership/rules.ts'
import { MAX_TRIES, RETRY_AFTER } from '../../contract.ts'
import { PLANS } from '../../rules.ts'
import { findNext, type PaidPlan, readPaidPlans } from '../paidPlans.ts'
import { type AgreementRecord, findAgreement, updateAgreement } from '../storeAgreements.ts'
import type { OrderRecord } from '../storeOrders.ts'
import { endAgreementJob } from './jobs.ts'

/** Updates an agreement after a charge of it was paid or refused. */
export async function applyCharge(tx: AppContext, order: OrderRecord): Promise<void> {
  const agreement = await findAgreement(tx, order.sub_id ?? '')
  if (!agreement || order.period_end === null) throw new Error(`a charge has no agreement: ${order.order_id}`)
  if (order.state === 'paid') await continueAgreement(tx, agreement, { ...order, period_end: order.period_end })
  else await retryOrEnd(tx, agreement, order)
}

async function continueAgreement(
  tx: AppContext,
  agreement: AgreementRecord,
  order: OrderRecord & { period_end: Date },
): Promise<void> {
  const { sub_id: subId, renews, user_id, replaces } = agreement
  if (user_id === null) throw new Error(`a charge of a deleted account counts: ${order.order_id}`)
  await updateAgreement(tx, subId, { state: 'active', tries: 0, charge_at: renews ? order.period_end : null })
  if (order.period === 0 && replaces !== null) await endReplaced(tx, user_id, replaces)
  await applyPaidTime(tx, agreement)
}

/** Ends the replaced plan. The value of the rest of an upgraded plan was deducted from the first charge of the new one. */
async function endReplaced(tx: AppContext, userId: string, subId: string): Promise<void> {
  await stopCharges(tx, subId, 'ended')
  await applyPaidTime(tx, { user_id: userId, sub_id: subId })
}

/** The first charge of a plan is tried once, while the customer waits; later ones are retried. */
async function retryOrEnd(tx: AppContext, agreement: AgreementRecord, order: OrderRecord): Promise<void> {
  const { sub_id: subId, tries, change, user_id, replaces } = agreement
  const isFirst = order.period === 0 && change !== 'downgrade'
  if (!isFirst && tries + 1 < MAX_TRIES) {
    const charge_at = new Date(tx.clock.now().getTime() + RETRY_AFTER)
    return await updateAgreement(tx, subId, { tries: tries + 1, charge_at })
  }
  await stopCharges(tx, subId, isFirst ? 'failed' : 'ended')
  await applyPaidTime(tx, agreement)
  if (user_id === null) return
  // The previous plan was going to end in any case.
  if (order.period === 0 && change === 'downgrade' && replaces !== null) await endReplaced(tx, user_id, replaces)
  await resumeReplaced(tx, agreement)
}

/** Lets a running plan renew when the plan that was to follow it is gone, unless it was canceled itself. */
export async function resumeReplaced(tx: AppContext, { user_id: userId, replaces }: AgreementRecord): Promise<void> {
  if (userId === null || replaces === null) return
  const plans = await readPaidPlans(tx, userId)
  const running = plans.find(({ agreement }) => agreement.sub_id === replaces)
  if (!running?.time || running.agreement.state !== 'active') return
  const { renews, charge_at } = running.agreement
  if (renews && charge_at === null && !findNext(plans, replaces))
    await updateAgreement(tx, replaces, { charge_at: running.time.end })
  await applyPaidTime(tx, running.agreement)
}

/** Sets the membership of an agreement to its paid time. */
export async function applyPaidTime(tx: AppContext, { user_id: userId, sub_id: subId }: AgreementOfUser): Promise<void> {
  if (userId === null) return
  const plans = await readPaidPlans(tx, userId)
  const plan = plans.find(({ agreement }) => agreement.sub_id === subId)
  if (plan) await setMembership(tx, userId, plan, plans)
}

type AgreementOfUser = Pick<AgreementRecord, 'user_id' | 'sub_id'>

async function setMembership(
  tx: AppContext,
  userId: string,
  { agreement, time }: PaidPlan,
  plans: readonly PaidPlan[],
): Promise<void> {
  const { sub_id: subId, sku, renews, state, charge_at } = agreement
  const isRenewing = state === 'active' && ((renews && charge_at !== null) || findNext(plans, subId) !== undefined)
  const paid = time && {
    ref: 'paid',
    tier: PLANS[sku].tier,
    flag: planFlag(PLANS[sku]),
    isTrial: false,
    ...time,
    renewal: isRenewing ? ('web' as const) : null,
    hasGrace: isRenewing,
  }
  await setPaidMemberships(tx, { userId, subscriptionId: subId, plans: paid ? [paid] : [] })
}

/**
 * Updates the agreements after a charge was refunded. A plan whose current period was refunded is not charged again. An upgraded
 * plan whose rest had paid for it continues until its own paid time ends.
 */
export async function applyRefund(tx: AppContext, userId: string): Promise<void> {
  for (const { agreement, time, isLastPaidBack, isUpgraded } of await readPaidPlans(tx, userId)) {
    const { sub_id: subId, state, renews } = agreement
    if (isLastPaidBack && state === 'active' && renews) await stopCharges(tx, subId, 'active')
    else if (state === 'ended' && !isUpgraded && time && time.end > tx.clock.now())
      await updateAgreement(tx, subId, { state: 'active' })
  }
  const plans = await readPaidPlans(tx, userId)
  for (const plan of plans) await setMembership(tx, userId, plan, plans)
}

/** Stops further charges of an agreement, also at its channel. */
export async function stopCharges(tx: AppContext, subId: string, state: 'active' | 'failed' | 'ended'): Promise<void> {
  await updateAgreement(tx, subId, { state, renews: false, charge_at: null })
  await tx.jobs.send(endAgreementJob, { subId })
}
