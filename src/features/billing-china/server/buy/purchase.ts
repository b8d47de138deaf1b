import { type Millis, seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { QrChannel } from '#platform/payments/qr/qrPayments.ts'
import type { PurchaseBody } from '../../contract.ts'
import { keyOfSku, orderTime, priceOf, type ProductKey } from '../../rules.ts'
import { isUnavailable } from '../channels.ts'
import { expireAgreement, findAgreement, findOpenAgreement } from '../storeAgreements.ts'
import { findOpenOrder, findOrder, type OrderRecord } from '../storeOrders.ts'
import { endAgreement } from '../sync/syncAgreement.ts'
import { expireOrder, settleOrder } from '../sync/syncOrder.ts'

/** How often a purchase is retried when another tab opens one at the same time. */
export const MAX_ATTEMPTS = 5

export type Purchase = {
  readonly userId: string
  readonly key: ProductKey
  readonly channel: QrChannel
  readonly expiresAt: Date
}

/** Checks everything that can be checked before calling a channel. The price is that of the catalogue. */
export function checkPurchase(
  ctx: AppContext,
  userId: string,
  { product_id, sku_id, amount, pay_platform, expire_seconds }: PurchaseBody,
): Purchase | { refused: 'notSold' | 'unknownProduct' | 'wrongAmount' | 'noChannel' } {
  if (!ctx.qrPayments) return { refused: 'notSold' }
  const key = keyOfSku(sku_id)
  if (key === undefined || product_id !== key) return { refused: 'unknownProduct' }
  if (amount !== priceOf(key)) return { refused: 'wrongAmount' }
  const channel = ctx.qrPayments.channels[pay_platform]
  if (!channel) return { refused: 'noChannel' }
  return { userId, key, channel, expiresAt: new Date(ctx.clock.now().getTime() + orderTime(expire_seconds)) }
}

/**
 * Closes open QR codes of a user, so that a refreshed code or a second tab never charges twice. Returns the resulting order, and
 * whether a plan had been agreed to by then. If the channel does not respond, the order is closed here anyway: a payment that it
 * reports later is compared with what was paid in the meantime.
 */
export async function closeOpen(
  ctx: AppContext,
  userId: string,
): Promise<{ order: OrderRecord | undefined; hasSigned: boolean }> {
  const order = await findOpenOrder(ctx, userId)
  if (order) await orExpired(settleOrder(ctx, order.order_id), () => expireOrder(ctx, order.order_id))
  const plan = await findOpenAgreement(ctx, userId)
  if (plan) {
    await orExpired(endAgreement(ctx, { subId: plan.sub_id }), () => Promise.resolve())
    await expireAgreement(ctx, plan.sub_id)
  }
  const now = plan && (await findAgreement(ctx, plan.sub_id))
  const hasSigned = now?.state === 'signed' || now?.state === 'active'
  return { order: order && (await findOrder(ctx, order.order_id)), hasSigned }
}

async function orExpired(closing: Promise<unknown>, expire: () => Promise<unknown>): Promise<void> {
  try {
    await closing
  } catch (error) {
    if (!isUnavailable(error)) throw error
    await expire()
  }
}

/** Returns the whole seconds until a time. */
export const secondsUntil = (ctx: AppContext, time: Date | null): number => {
  const left: Millis = (time?.getTime() ?? 0) - ctx.clock.now().getTime()
  return Math.max(0, Math.ceil(left / seconds(1))) + 1
}
