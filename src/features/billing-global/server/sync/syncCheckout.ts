import { addMonths } from '#shared/addMonths.ts'
import type { AppContext } from '#platform/context.ts'
import type { Checkout } from '#platform/payments/payments.ts'
import { addGrant } from '#features/membership/server.ts'
import { isPackKey, packSeconds, PACK_MONTHS } from '#features/membership/rules.ts'
import { PACK_SOURCE, packRef } from '../../rules.ts'
import { gatewayOf } from '../gateway.ts'
import { type CheckoutRecord, findCheckout, findIntent, updateCheckout } from '../storeCheckouts.ts'
import { insertPack } from '../storePacks.ts'
import { findPrice } from '../storePrices.ts'
import { endSubscriptionJob, paymentJob } from './jobs.ts'
import { syncSubscription } from './syncSubscription.ts'

/**
 * Reads a checkout from the provider and delivers its purchase once, however often it is called. Returns the checkout, or null for
 * one that was not created here.
 */
export async function syncCheckout(ctx: AppContext, checkoutId: string): Promise<Checkout | null> {
  return await fulfil(ctx, await gatewayOf(ctx).getCheckout(checkoutId))
}

/** Delivers the purchase of a paid checkout. */
export async function fulfil(ctx: AppContext, checkout: Checkout): Promise<Checkout | null> {
  const intent = (checkout.intentId && (await findIntent(ctx, checkout.intentId))) || (await findCheckout(ctx, checkout.id))
  if (!intent || checkout.livemode !== gatewayOf(ctx).livemode) return null
  const { status, subscriptionId } = checkout
  if (status === 'open') return checkout
  await updateCheckout(ctx, intent.intent_id, { status, checkout_id: checkout.id, url: null, subscription_id: subscriptionId })
  if (status === 'expired') return checkout
  if (intent.user_id === null) await payBack(ctx, checkout)
  else if (subscriptionId) await syncSubscription(ctx, subscriptionId)
  else if (checkout.paymentStatus === 'paid') await givePack(ctx, intent, checkout)
  return checkout
}

async function givePack(ctx: AppContext, intent: CheckoutRecord, checkout: Checkout): Promise<void> {
  const { user_id: userId, price_id } = intent
  const key = (await findPrice(ctx, price_id))?.key ?? ''
  if (userId === null || !isPackKey(key)) throw new Error(`a paid checkout has an unknown pack: ${price_id}`)
  await ctx.transaction(async (tx) => {
    const madeAt = tx.clock.now()
    const { id: checkout_id, amount, currency, paymentId: payment_id } = checkout
    const pack = { checkout_id, user_id: userId, key, amount, currency, payment_id, made_at: madeAt }
    const isNew = await insertPack(tx, { ...pack, refunded: 0, dispute: 'none', used_at_refund: null, read_order: 0 })
    if (!isNew) return
    const grant = { userId, kind: 'pack', source: PACK_SOURCE, sourceRef: packRef(checkout_id) } as const
    await addGrant(tx, { ...grant, seconds: packSeconds(key), validUntil: addMonths(madeAt, PACK_MONTHS) })
    if (payment_id !== null) await tx.jobs.send(paymentJob, { paymentId: payment_id })
  })
}

/** The account was deleted while its page was open. */
async function payBack(ctx: AppContext, { subscriptionId, paymentId }: Checkout): Promise<void> {
  if (subscriptionId !== null) await ctx.jobs.send(endSubscriptionJob, { subscriptionId, paysBack: true })
  if (paymentId !== null) await gatewayOf(ctx).refund(paymentId, `refund:${paymentId}`)
}
