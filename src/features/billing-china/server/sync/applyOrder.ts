import { addMonths } from '#shared/addMonths.ts'
import type { AppContext } from '#platform/context.ts'
import type { QrOrder } from '#platform/payments/qr/qrPayments.ts'
import { addGrant, findGrantOf, voidGrant } from '#features/membership/server.ts'
import { isPackKey, packSeconds, PACK_MONTHS } from '#features/membership/rules.ts'
import { nextOrderState, type OrderEvent, type OrderState } from '../../rules.ts'
import { lockPayments } from '../storeAgreements.ts'
import { findOrder, listOrdersOfAgreement, listRefreshed, type OrderRecord, updateOrder } from '../storeOrders.ts'
import { applyCharge, applyRefund } from './applyCharge.ts'
import { refundOrderJob, settleOrderJob } from './jobs.ts'
import { meTopic } from '#features/account/contract.ts'

const GRANT_SOURCE = 'order'
const grantRef = (orderId: string): string => `order:${orderId}`

const EVENTS: Readonly<Record<QrOrder['state'], OrderEvent | null>> = {
  pending: null,
  paid: 'paid',
  closed: 'closed',
  failed: 'refused',
}

/**
 * Sets an order to the state reported by the channel and delivers what was paid, once, however often and in whatever order it is
 * reported. Returns its state. With `expected`, an order in another state is not changed.
 */
export async function applyOrder(
  ctx: AppContext,
  orderId: string,
  reported: QrOrder,
  expected?: OrderState,
): Promise<OrderState> {
  return await ctx.transaction(async (tx) => {
    const unlocked = await findOrder(tx, orderId)
    if (!unlocked) throw new Error(`there is no order ${orderId}`)
    await lockPayments(tx, unlocked.user_id ?? orderId)
    const order = (await findOrder(tx, orderId)) ?? unlocked
    const event = EVENTS[reported.state]
    if (event === 'paid' && reported.amount !== order.amount) {
      tx.log.error(
        { orderId, paid: reported.amount, amount: order.amount },
        'an order was paid with another amount: nothing is given',
      )
      return order.state
    }
    if (event === null || (expected !== undefined && order.state !== expected)) return order.state
    const state = nextOrderState(order.state, event)
    if (state === 'paid' && order.state !== 'paid') await receive(tx, order, reported)
    else if (state !== order.state || !order.is_settled) await updateOrder(tx, orderId, { state, is_settled: true })
    if (order.sub_id !== null && state === 'failed' && order.state !== 'failed') await applyCharge(tx, { ...order, state })
    if (reported.refunded > order.refunded) await takeBack(tx, order, reported.refunded)
    await publish(tx, order)
    return state
  })
}

const publish = async (tx: AppContext, { user_id: userId }: OrderRecord): Promise<void> => {
  if (userId !== null) await tx.live.publish(meTopic, { userId })
}

/** Delivers what was paid, or marks the payment for a refund. */
async function receive(tx: AppContext, order: OrderRecord, { transactionId }: QrOrder): Promise<void> {
  const { order_id: orderId } = order
  const others = order.sub_id === null ? await listRefreshed(tx, orderId) : await listOrdersOfAgreement(tx, order.sub_id)
  const reason = refundReason(order, others)
  const payment = { transaction_id: transactionId, paid_at: tx.clock.now(), pays_back: reason !== null }
  await updateOrder(tx, orderId, { state: 'paid', is_settled: true, ...payment })
  if (reason !== null) {
    tx.log.warn({ orderId, reason }, 'an order is paid back')
    await tx.jobs.send(refundOrderJob, { orderId })
  } else if (order.sub_id !== null) await applyCharge(tx, { ...order, state: 'paid' })
  else await givePack(tx, order, others)
}

/**
 * Returns why a payment must be refunded, or null. `others` are the orders of refreshed codes for the same pack, or the charges of
 * the plan.
 */
function refundReason({ user_id, order_id, period }: OrderRecord, others: readonly OrderRecord[]): string | null {
  if (user_id === null) return 'the account was deleted'
  const paid = others.some(
    (other) => other.order_id !== order_id && other.period === period && other.state === 'paid' && other.refunded === 0,
  )
  return paid ? 'it was paid before' : null
}

async function givePack(tx: AppContext, order: OrderRecord, codes: readonly OrderRecord[]): Promise<void> {
  const { order_id: orderId, user_id: userId, sku } = order
  if (userId === null || !isPackKey(sku)) throw new Error(`a paid order has an unknown pack: ${sku}`)
  for (const code of codes)
    if (!code.is_settled && code.order_id !== orderId) await tx.jobs.send(settleOrderJob, { orderId: code.order_id })
  await addGrant(tx, {
    userId,
    kind: 'pack',
    source: GRANT_SOURCE,
    sourceRef: grantRef(orderId),
    seconds: packSeconds(sku),
    validUntil: addMonths(tx.clock.now(), PACK_MONTHS),
  })
}

/** Voids a purchase once it is fully refunded. Used minutes stay used. */
async function takeBack(tx: AppContext, order: OrderRecord, refunded: number): Promise<void> {
  const { order_id: orderId, amount, sub_id, user_id } = order
  await updateOrder(tx, orderId, { refunded })
  if (refunded < amount) return
  if (sub_id !== null) return user_id === null ? undefined : await applyRefund(tx, user_id)
  const grant = await findGrantOf(tx, GRANT_SOURCE, grantRef(orderId))
  if (!grant) return
  const used = await voidGrant(tx, grant.grant_id)
  if (used > 0) await updateOrder(tx, orderId, { used_at_refund: used })
}
