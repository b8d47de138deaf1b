import { newId } from '#shared/newId.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { isPackKey } from '#features/membership/rules.ts'
import type { PurchaseBody } from '../../contract.ts'
import { nextOrderState, priceOf } from '../../rules.ts'
import { productTitle } from '../productTitle.ts'
import { lockPayments } from '../storeAgreements.ts'
import { findLastOrder, findOrder, insertOrder, type OrderRecord, UNASKED, updateOrder } from '../storeOrders.ts'
import { settleOrderJob } from '../sync/jobs.ts'
import { checkPurchase, closeOpen, MAX_ATTEMPTS, type Purchase, secondsUntil } from './purchase.ts'

/**
 * Returns an order in its wire format. It is `create_failed` when its QR code could not be fetched. When an earlier order for the
 * same product has just been paid, that one is returned instead of a second code.
 */
export async function startOrder(ctx: AppContext, userId: string, body: PurchaseBody) {
  const purchase = checkPurchase(ctx, userId, body)
  if ('refused' in purchase) return purchase
  if (!isPackKey(purchase.key)) return { refused: 'unknownProduct' as const }
  // Another tab may open an order at the same time.
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { order: previous } = await closeOpen(ctx, userId)
    if (previous?.state === 'paid' && previous.sku === purchase.key) return toWire(previous)
    const order = await newOrder(ctx, purchase)
    if (await insertWithJob(ctx, order)) return toWire(await fetchCode(ctx, purchase, order))
  }
  return { refused: 'paymentPending' as const }
}

async function newOrder(ctx: AppContext, { userId, key, channel, expiresAt }: Purchase): Promise<OrderRecord> {
  const now = ctx.clock.now()
  const last = await findLastOrder(ctx, userId, key)
  return {
    order_id: newId(now),
    user_id: userId,
    platform: channel.platform,
    sku: key,
    amount: priceOf(key),
    state: 'creating',
    qrcode: null,
    expire_time: expiresAt,
    replaces: last && last.state !== 'paid' ? last.order_id : null,
    sub_id: null,
    period: null,
    try: null,
    period_start: null,
    period_end: null,
    ...UNASKED,
    made_at: now,
  }
}

/** An order is settled after it expires, even if its page is closed. */
const insertWithJob = (ctx: AppContext, order: OrderRecord): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    if (!(await insertOrder(tx, order))) return false
    await tx.jobs.send(settleOrderJob, { orderId: order.order_id }, { startAfter: secondsUntil(ctx, order.expire_time) })
    return true
  })

async function fetchCode(
  ctx: AppContext,
  { userId, channel, key, expiresAt }: Purchase,
  order: OrderRecord,
): Promise<OrderRecord> {
  const { order_id: orderNo, amount } = order
  let qrcode: string | null = null
  try {
    qrcode = await channel.createOrder({ orderNo, userId, title: productTitle(key), amount, expiresAt })
  } catch (error) {
    ctx.log.warn({ err: error, orderId: orderNo }, 'the QR code of an order could not be fetched')
  }
  return await ctx.transaction(async (tx) => {
    await lockPayments(tx, userId)
    const current = (await findOrder(tx, orderNo)) ?? order
    const state = nextOrderState(current.state, qrcode === null ? 'notCreated' : 'created')
    // Another tab closed it before the channel knew it.
    const isClosed = qrcode !== null && state !== 'pending'
    await updateOrder(tx, orderNo, { state, qrcode, ...(isClosed && { is_settled: false }) })
    if (isClosed) await tx.jobs.send(settleOrderJob, { orderId: orderNo })
    return { ...current, state, qrcode }
  })
}

const toWire = ({ order_id, qrcode, state, expire_time }: OrderRecord) => ({
  order_id,
  qrcode: state === 'pending' ? (qrcode ?? '') : '',
  status: state,
  expire_time: unixSeconds(expire_time ?? new Date(0)),
})
