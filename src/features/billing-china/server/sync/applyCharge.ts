import type { AppContext } from '#platform/context.ts'
import { setPaidMemberships } from '#features/membership/server.ts'
import { planFlag } from '#features/membership/rules.ts'
import { MAX_TRIES, RETRY_AFTER } from '../../contract.ts'
import { PLANS } from '../../rules.ts'
import { type AgreementRecord, findAgreement, listAgreements, updateAgreement } from '../storeAgreements.ts'
import { listOrdersOfAgreement, type OrderRecord } from '../storeOrders.ts'
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
  const { sub_id: subId, renews, user_id, replaces } = agreement
  if (user_id === null) return await tx.jobs.send(refundOrderJob, { orderId: order.order_id })
  await updateAgreement(tx, subId, { state: 'active', tries: 0, charge_at: renews ? order.period_end : null })
  if (order.period === 0 && replaces !== null) await endReplaced(tx, replaces)
  await applyPaidTime(tx, subId)
}

/** Ends the plan that was replaced. What is left of an upgraded one was deducted from the first charge of the new one. */
async function endReplaced(tx: AppContext, subId: string): Promise<void> {
  await updateAgreement(tx, subId, { state: 'ended', renews: false, charge_at: null })
  await applyPaidTime(tx, subId)
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
  await applyPaidTime(tx, subId)
  await tx.jobs.send(endAgreementJob, { subId })
}

/**
 * Goes on with an agreement after the money of a charge went back. A plan whose running period was paid back is not charged again. An
 * upgraded plan whose rest had paid for it goes on until its own paid time ends.
 */
export async function applyRefund(tx: AppContext, { order_id, sub_id, period }: OrderRecord): Promise<void> {
  const agreement = await findAgreement(tx, sub_id ?? '')
  if (!agreement) throw new Error(`a charge has no agreement: ${order_id}`)
  const { sub_id: subId, state, replaces, change } = agreement
  const isLast = (await listOrdersOfAgreement(tx, subId)).findLast((order) => order.state === 'paid')?.order_id === order_id
  if (isLast && state === 'active') {
    await updateAgreement(tx, subId, { renews: false, charge_at: null })
    await tx.jobs.send(endAgreementJob, { subId })
  }
  await applyPaidTime(tx, subId)
  if (period !== 0 || replaces === null || change !== 'upgrade') return
  await updateAgreement(tx, replaces, { state: 'active' })
  await applyPaidTime(tx, replaces)
}

/** Makes the membership of an agreement the time that is paid. */
export async function applyPaidTime(tx: AppContext, subId: string): Promise<void> {
  const agreement = await findAgreement(tx, subId)
  if (!agreement || agreement.user_id === null) return
  const { user_id: userId, sku, renews, state, charge_at } = agreement
  const following = (await listAgreements(tx, userId)).filter(({ replaces }) => replaces === subId)
  const isFollowed = following.some((other) => other.state === 'signed')
  const isRenewing = state === 'active' && ((renews && charge_at !== null) || isFollowed)
  const time = paidTime(await listOrdersOfAgreement(tx, subId), await upgradedAt(tx, following))
  const plan = time && {
    ...{ ref: 'paid', tier: PLANS[sku].tier, flag: planFlag(PLANS[sku]), isTrial: false, ...time },
    ...{ renewal: isRenewing ? ('web' as const) : null, hasGrace: isRenewing },
  }
  await setPaidMemberships(tx, { userId, subscriptionId: subId, plans: plan ? [plan] : [] })
}

/** Returns when the rest of a plan was taken as a part of the price of another one. */
async function upgradedAt(tx: AppContext, following: readonly AgreementRecord[]): Promise<Date | null> {
  for (const { sub_id, change } of following) {
    const first = change === 'upgrade' && (await listOrdersOfAgreement(tx, sub_id)).find(({ period }) => period === 0)
    if (first && isPaid(first)) return first.period_start
  }
  return null
}

const isPaid = ({ state, refunded, amount }: OrderRecord): boolean => state === 'paid' && refunded < amount

export type PaidTime = { readonly start: Date; readonly end: Date }

/** Returns the time that the charges of a plan pay for; null when all of their money went back. It ends at `cutAt` at the latest. */
export function paidTime(orders: readonly OrderRecord[], cutAt: Date | null = null): PaidTime | null {
  const start = orders.find(({ state }) => state === 'paid')?.period_start
  const end = orders.findLast(isPaid)?.period_end
  return start && end ? { start, end: cutAt && cutAt < end ? cutAt : end } : null
}
