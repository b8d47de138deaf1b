import { newId } from '#shared/newId.ts'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import type { QrOrder } from '#platform/payments/qr/qrPayments.ts'
import { planMonths, planPeriodEnd } from '../../rules.ts'
import { channelOf } from '../channels.ts'
import { productTitle } from '../productTitle.ts'
import { type AgreementRecord, findAgreement, lockPayments } from '../storeAgreements.ts'
import { insertOrder, listOrdersOfAgreement, type OrderRecord, UNASKED } from '../storeOrders.ts'
import { applyOrder } from './applyOrder.ts'
import { chargeJob } from './jobs.ts'

/** Delay before an undecided charge is read again, in seconds. */
const ASK_AGAIN = 10

/**
 * Charges the period that is due. The order of a period and attempt is stored before the channel is called, so that a lost response
 * can be read later and nothing is charged twice.
 */
export async function charge(ctx: AppContext, { subId }: { subId: string }): Promise<void> {
  const due = await ctx.transaction((tx) => ensureOrder(tx, subId))
  if (due === null) return
  const reported = await deduct(ctx, due.agreement, due.order)
  await applyOrder(ctx, due.order.order_id, reported)
  if (reported.state === 'pending') await ctx.jobs.send(chargeJob, { subId }, { startAfter: ASK_AGAIN })
}

const isDue = (ctx: AppContext, { state, charge_at, user_id }: AgreementRecord): boolean =>
  (state === 'signed' || state === 'active') && user_id !== null && charge_at !== null && charge_at <= ctx.clock.now()

/** Returns whether a charge was sent to the channel and is undecided. */
export const isBeingCharged = async (ctx: AppContext, subId: string): Promise<boolean> =>
  (await listOrdersOfAgreement(ctx, subId)).some(({ state }) => state === 'pending')

/** Returns the order of the due period and attempt, or null when none is due. Concurrent calls return the same order. */
async function ensureOrder(tx: AppContext, subId: string): Promise<{ agreement: AgreementRecord; order: OrderRecord } | null> {
  const unlocked = await findAgreement(tx, subId)
  if (unlocked?.user_id) await lockPayments(tx, unlocked.user_id)
  const agreement = await findAgreement(tx, subId)
  if (!agreement || !isDue(tx, agreement)) return null
  const orders = await listOrdersOfAgreement(tx, subId)
  const period = orders.filter(counts).length
  const stored = orders.find((order) => order.period === period && order.try === agreement.tries)
  const order = stored ?? newOrder(tx, agreement, orders, period)
  if (!stored) await insertOrder(tx, order)
  return { agreement, order }
}

const counts = ({ state, pays_back }: OrderRecord): boolean => state === 'paid' && !pays_back

function newOrder(tx: AppContext, agreement: AgreementRecord, orders: readonly OrderRecord[], period: number): OrderRecord {
  const { sub_id, user_id, platform, sku, price, first_amount, extra_ms, tries, starts_at, change } = agreement
  const paid = orders.filter(counts)
  const now = tx.clock.now()
  // A plan that follows another one begins at its end, unless it is charged much later.
  const isOnTime = change === 'downgrade' && now.getTime() - starts_at.getTime() < hours(3)
  const anchor = paid[0]?.period_start ?? (isOnTime ? starts_at : now)
  return {
    order_id: newId(now),
    user_id,
    platform,
    sku,
    amount: period === 0 ? first_amount : price,
    state: 'pending',
    qrcode: null,
    expire_time: null,
    replaces: null,
    sub_id,
    period,
    try: tries,
    period_start: paid.at(-1)?.period_end ?? anchor,
    period_end: planPeriodEnd(anchor, period, planMonths(sku), extra_ms),
    ...UNASKED,
    made_at: now,
  }
}

/** An agreement that does not allow the charge counts as refusing it. */
async function deduct(ctx: AppContext, agreement: AgreementRecord, order: OrderRecord): Promise<QrOrder> {
  const { order_id: orderNo, amount, sku } = order
  try {
    const deduction = { orderNo, agreementNo: agreement.sub_id, amount, title: productTitle(sku) }
    return await channelOf(ctx, agreement.platform).deduct(deduction)
  } catch (error) {
    if (!(error instanceof PaymentError) || !['invalid', 'declined', 'notFound'].includes(error.failure)) throw error
    return { orderNo, state: 'failed', amount, refunded: 0, transactionId: null }
  }
}
