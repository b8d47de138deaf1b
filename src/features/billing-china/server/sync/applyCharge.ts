import type { AppContext } from '#platform/context.ts'
import { setPaidMemberships } from '#features/membership/server.ts'
import { planFlag } from '#features/membership/rules.ts'
import { MAX_TRIES, RETRY_AFTER } from '../../contract.ts'
import { PLANS } from '../../rules.ts'
import { type AgreementRecord, findAgreement, listAgreements, updateAgreement } from '../storeAgreements.ts'
import { listOrdersOfAgreement, type OrderRecord, updateOrder } from '../storeOrders.ts'
import { endAgreementJob, refundOrderJob } from './jobs.ts'

/** Goes on with an agreement after a charge of it was paid or refused. */
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
  const { sub_id: subId, renews, user_id, replaces, change } = agreement
  if (user_id === null) return await tx.jobs.send(refundOrderJob, { orderId: order.order_id })
  await updateAgreement(tx, subId, { state: 'active', tries: 0, charge_at: renews ? order.period_end : null })
  if (order.period === 0 && replaces !== null) await endReplaced(tx, replaces, change === 'upgrade' ? order.period_start : null)
  await applyPaidPeriods(tx, subId)
}

/** Ends the plan that was replaced. What is left of an upgraded one was deducted from the first charge of the new one. */
async function endReplaced(tx: AppContext, subId: string, cutAt: Date | null): Promise<void> {
  await updateAgreement(tx, subId, { state: 'ended', renews: false, charge_at: null })
  if (cutAt)
    for (const { order_id, state, period_end } of await listOrdersOfAgreement(tx, subId))
      if (state === 'paid' && period_end !== null && period_end > cutAt) await updateOrder(tx, order_id, { period_end: cutAt })
  await applyPaidPeriods(tx, subId)
  await tx.jobs.send(endAgreementJob, { subId })
}

/** The first charge of a plan is tried once while its customer waits; a later one is tried again. */
async function retryOrEnd(tx: AppContext, agreement: AgreementRecord, order: OrderRecord): Promise<void> {
  const { sub_id: subId, tries, change } = agreement
  const isFirst = order.period === 0 && change !== 'downgrade'
  if (!isFirst && tries + 1 < MAX_TRIES) {
    const charge_at = new Date(tx.clock.now().getTime() + RETRY_AFTER)
    return await updateAgreement(tx, subId, { tries: tries + 1, charge_at })
  }
  await updateAgreement(tx, subId, { state: isFirst ? 'failed' : 'ended', renews: false, charge_at: null })
  await applyPaidPeriods(tx, subId)
  await tx.jobs.send(endAgreementJob, { subId })
}

/** Makes the membership of an agreement the time that is paid. */
export async function applyPaidPeriods(tx: AppContext, subId: string): Promise<void> {
  const agreement = await findAgreement(tx, subId)
  if (!agreement || agreement.user_id === null) return
  const { user_id: userId, sku, renews, state, charge_at } = agreement
  const times = paidPeriods(await listOrdersOfAgreement(tx, subId))
  const [first, last] = [times[0], times.at(-1)]
  const isFollowed = (await listAgreements(tx, userId)).some((other) => other.replaces === subId && other.state === 'signed')
  const isRenewing = state === 'active' && ((renews && charge_at !== null) || isFollowed)
  const plan = first &&
    last && {
      ...{ ref: 'paid', tier: PLANS[sku].tier, flag: planFlag(PLANS[sku]), isTrial: false, start: first.start, end: last.end },
      ...{ renewal: isRenewing ? ('web' as const) : null, hasGrace: isRenewing },
    }
  await setPaidMemberships(tx, { userId, subscriptionId: subId, plans: plan ? [plan] : [] })
}

export type PaidPeriod = { readonly start: Date; readonly end: Date }

/** Returns the periods that are paid, in their order, up to the first one whose money went back. */
export function paidPeriods(orders: readonly OrderRecord[]): PaidPeriod[] {
  const periods: PaidPeriod[] = []
  for (const { state, amount, refunded, period_start: start, period_end: end } of orders) {
    if (state !== 'paid' || !start || !end) continue
    if (refunded >= amount) break
    if (end > start) periods.push({ start, end })
  }
  return periods
}
