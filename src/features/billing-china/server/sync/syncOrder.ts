import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { ASK_CHANNEL_EVERY } from '../../contract.ts'
import { nextOrderState, type OrderState } from '../../rules.ts'
import { channelOf, isUnavailable, readChannelOrder } from '../channels.ts'
import { lockPayments } from '../storeAgreements.ts'
import { claimOrderCheck, findOrder, listUnreturned, listUnsettledOrders, type OrderRecord, updateOrder } from '../storeOrders.ts'
import { applyOrder } from './applyOrder.ts'
import { refundOrderJob, settleOrderJob } from './jobs.ts'

/** Reads an order from its channel and delivers what was paid. Returns its state. */
export async function syncOrder(ctx: AppContext, order: OrderRecord): Promise<OrderState> {
  const reported = await readChannelOrder(channelOf(ctx, order.platform), order.order_id)
  return reported ? await applyOrder(ctx, order.order_id, reported) : order.state
}

/** Handles the job. */
export async function readOrder(ctx: AppContext, { orderId }: { orderId: string }): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (order) await syncOrder(ctx, order)
}

/**
 * Closes an order at its channel, unless it has been paid by then. Returns the state that the channel reports afterwards, in which
 * no more money can be taken. A charge of an agreement cannot be closed: the channel decides it.
 */
export async function settleOrder(ctx: AppContext, orderId: string): Promise<OrderState> {
  const order = await findOrder(ctx, orderId)
  if (!order) throw new Error(`there is no order ${orderId}`)
  if (order.is_settled) return order.state
  const channel = channelOf(ctx, order.platform)
  for (let attempt = 0; attempt < MAX_CLOSINGS; attempt++) {
    const reported = await readChannelOrder(channel, orderId)
    if (reported?.state === 'pending' && order.sub_id !== null) return order.state
    if (reported?.state === 'pending') await channel.closeOrder(orderId)
    else if (reported) return await applyOrder(ctx, orderId, reported)
    else {
      // An order that was never scanned is unknown to the channel and cannot be scanned after its time. But if its code is still
      // being fetched, the channel may know it by now.
      const state = await applyOrder(ctx, orderId, { ...UNKNOWN, orderNo: orderId }, order.state)
      if (state !== 'pending') return state
    }
  }
  throw new Error(`an order is still open after it was closed: ${orderId}`)
}

const MAX_CLOSINGS = 5
const UNKNOWN = { state: 'closed', amount: 0, refunded: 0, transactionId: null } as const

/**
 * Returns the state of an order for its page, which polls every three seconds (A§9). The channel is called at most every five
 * seconds, and once when the order expires. If it does not respond, the stored state is returned, or expired.
 */
export async function checkOrder(ctx: AppContext, order: OrderRecord): Promise<OrderState> {
  if (order.state !== 'pending' || order.expire_time === null) return order.state
  const now = ctx.clock.now()
  const isOver = order.expire_time <= now
  const since = isOver ? order.expire_time : new Date(now.getTime() - ASK_CHANNEL_EVERY)
  try {
    if (!(await claimOrderCheck(ctx, order.order_id, since))) return isOver ? await expireOrder(ctx, order.order_id) : order.state
    return isOver ? await settleOrder(ctx, order.order_id) : await syncOrder(ctx, order)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return isOver ? await expireOrder(ctx, order.order_id) : order.state
  }
}

/** If the channel does not respond, a job reads the order later: a payment found then still counts. */
export async function expireOrder(ctx: AppContext, orderId: string): Promise<OrderState> {
  return await ctx.transaction(async (tx) => {
    const unlocked = await findOrder(tx, orderId)
    await lockPayments(tx, unlocked?.user_id ?? orderId)
    const order = await findOrder(tx, orderId)
    const state = nextOrderState(order?.state ?? 'expired', 'closed')
    if (order && state !== order.state) await updateOrder(tx, orderId, { state })
    return state
  })
}

/** Refunds an order and reads it again, so that its purchase is voided. */
export async function refundOrder(ctx: AppContext, { orderId }: { orderId: string }): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (!order || order.state !== 'paid' || order.refunded >= order.amount) return
  await channelOf(ctx, order.platform).refund({ orderNo: orderId, refundNo: `r-${orderId}`, amount: order.amount })
  await syncOrder(ctx, order)
}

/** Age at which an order counts as lost. */
const FORGOTTEN_AFTER = seconds(600)

/** Queues orders again whose settling or refund job has failed with all attempts. */
export async function settleForgottenOrders(ctx: AppContext): Promise<void> {
  if (!ctx.qrPayments) return
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_AFTER)
  for (const { order_id: orderId } of await listUnsettledOrders(ctx, before)) await ctx.jobs.send(settleOrderJob, { orderId })
  for (const orderId of await listUnreturned(ctx)) await ctx.jobs.send(refundOrderJob, { orderId })
}
