import { addMonths } from '#shared/addMonths.ts'
import type { AppContext } from '#platform/context.ts'
import type { QrOrder } from '#platform/payments/qr/qrPayments.ts'
import { addGrant, findGrantOf, voidGrant } from '#features/membership/server.ts'
import { isPackKey, packSeconds, PACK_MONTHS } from '#features/membership/rules.ts'
import { nextOrderState, type OrderEvent, type OrderState } from '../../rules.ts'
import { lockPayments } from '../storeAgreements.ts'
import { findOrder, listRefreshed, type OrderRecord, updateOrder } from '../storeOrders.ts'
import { applyCharge, applyRefund } from './applyCharge.ts'
import { refundOrderJob, settleOrderJob } from './jobs.ts'

const GRANT_SOURCE = 'order'
const grantRef = (orderId: string): string => `order:${orderId}`

const EVENTS: Readonly<Record<QrOrder['state'], OrderEvent | null>> = {
  pending: null,
  paid: 'paid',
  closed: 'closed',
  failed: 'refused',
}

/**
 * Makes an order what the channel says of it, and gives what was paid, once, however often and in which order it is reported.
 * Returns its state. With `expected`, an order that is in another state by now stays as it is.
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
    if (state !== order.state || !order.is_settled) await updateOrder(tx, orderId, { state, is_settled: true })
    if (state === 'paid' && order.state !== 'paid') await fulfil(tx, order, reported)
    if (order.sub_id !== null && state === 'failed' && order.state !== 'failed') await applyCharge(tx, { ...order, state })
    if (reported.refunded > order.refunded) await takeBack(tx, order, reported.refunded)
    await publish(tx, order)
    return state
  })
}

const publish = async (tx: AppContext, { user_id: userId }: OrderRecord): Promise<void> => {
  if (userId !== null) await tx.live.publish({ userId, topic: 'me', id: '' })
}

async function fulfil(tx: AppContext, order: OrderRecord, { transactionId }: QrOrder): Promise<void> {
  await updateOrder(tx, order.order_id, { transaction_id: transactionId, paid_at: tx.clock.now() })
  if (order.sub_id !== null) return await applyCharge(tx, { ...order, state: 'paid' })
  if (order.user_id === null) return await payBack(tx, order, 'the account was deleted')
  if (!isPackKey(order.sku)) throw new Error(`a paid order has an unknown pack: ${order.sku}`)
  const others = (await listRefreshed(tx, order.order_id)).filter(({ order_id }) => order_id !== order.order_id)
  if (others.some(({ state, refunded }) => state === 'paid' && refunded === 0))
    return await payBack(tx, order, 'it was paid with another QR code')
  for (const { order_id, is_settled } of others) if (!is_settled) await tx.jobs.send(settleOrderJob, { orderId: order_id })
  await addGrant(tx, {
    userId: order.user_id,
    ...{ kind: 'pack', source: GRANT_SOURCE, sourceRef: grantRef(order.order_id), seconds: packSeconds(order.sku) },
    validUntil: addMonths(tx.clock.now(), PACK_MONTHS),
  })
}

async function payBack(tx: AppContext, { order_id: orderId }: OrderRecord, reason: string): Promise<void> {
  tx.log.warn({ orderId, reason }, 'an order is paid back')
  await tx.jobs.send(refundOrderJob, { orderId })
}

/** What was bought ends when all of its money has gone back. Minutes that were used stay used. */
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
