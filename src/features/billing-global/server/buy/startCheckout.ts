import { newId } from '#shared/newId.ts'
import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { TRIAL_DAYS } from '#features/membership/rules.ts'
import { CHECKOUT_TIME } from '../../contract.ts'
import { gatewayOf } from '../gateway.ts'
import {
  type CheckoutRecord,
  findCustomer,
  findOpenCheckout,
  insertCheckout,
  insertCustomer,
  setCheckoutPage,
  updateCheckout,
} from '../storeCheckouts.ts'
import { fulfil } from '../sync/syncCheckout.ts'

/** What a user wants to buy on a page of the provider. */
export type Purchase = {
  readonly userId: string
  readonly purpose: CheckoutRecord['purpose']
  readonly priceId: string
  readonly currency: string
  readonly isTrial: boolean
  readonly successUrl: string
  readonly cancelUrl: string
}

/**
 * Returns the payment page of a purchase. The same purchase reuses the open page, from any tab; another purchase closes it. `paid`
 * means that the closed page had already been paid, so the request must be decided again.
 */
export async function startCheckout(ctx: AppContext, purchase: Purchase): Promise<{ id: string; url: string } | 'paid'> {
  const { userId, purpose } = purchase
  // Other tabs that choose another product at the same time may close the page again.
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = await findOpenCheckout(ctx, userId, purpose)
    if (!open) await insertCheckout(ctx, newCheckout(ctx, purchase))
    else if (!isSame(ctx, open, purchase)) {
      if ((await closeCheckout(ctx, open)) === 'complete') return 'paid'
    } else {
      const page = await openPage(ctx, userId, open)
      if (page) return page
    }
  }
  throw new PaymentError('unavailable', 'other purchases of this user are being prepared')
}

const MAX_ATTEMPTS = 8

function newCheckout(
  ctx: AppContext,
  { userId, purpose, priceId, currency, isTrial, successUrl, cancelUrl }: Purchase,
): CheckoutRecord {
  const now = ctx.clock.now()
  return {
    intent_id: newId(now),
    user_id: userId,
    purpose,
    price_id: priceId,
    currency,
    is_trial: isTrial,
    status: 'open',
    checkout_id: null,
    url: null,
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: new Date(now.getTime() + CHECKOUT_TIME),
    subscription_id: null,
    made_at: now,
  }
}

const isSame = (ctx: AppContext, open: CheckoutRecord, { priceId, currency, isTrial, cancelUrl }: Purchase): boolean =>
  canBeOpened(ctx, open) &&
  open.price_id === priceId &&
  open.currency === currency &&
  open.is_trial === isTrial &&
  open.cancel_url === cancelUrl &&
  open.expires_at > ctx.clock.now()

/** A page that could not be created is retried for a minute; later, it would expire too soon. */
const canBeOpened = (ctx: AppContext, { checkout_id, made_at }: CheckoutRecord): boolean =>
  checkout_id !== null || ctx.clock.now().getTime() - made_at.getTime() < CREATE_TIME

const CREATE_TIME = minutes(1)

/**
 * Returns the page of an open checkout, creating it when there is no response yet. Null when it has been closed in the meantime.
 */
async function openPage(ctx: AppContext, userId: string, open: CheckoutRecord): Promise<{ id: string; url: string } | null> {
  if (open.checkout_id !== null && open.url !== null) return { id: open.checkout_id, url: open.url }
  const checkout = await createPage(ctx, userId, open)
  const isOpen = await setCheckoutPage(ctx, open.intent_id, { checkout_id: checkout.id, url: checkout.url })
  if (isOpen && checkout.url !== null) return { id: checkout.id, url: checkout.url }
  // Another tab has chosen another product, or it is paid.
  await fulfil(ctx, checkout.status === 'open' ? await gatewayOf(ctx).expireCheckout(checkout.id) : checkout)
  return null
}

const createPage = async (ctx: AppContext, userId: string, open: CheckoutRecord) =>
  await gatewayOf(ctx).createCheckout({
    intentId: open.intent_id,
    userId,
    customerId: await ensureCustomer(ctx, userId),
    priceId: open.price_id,
    mode: open.purpose === 'pack' ? 'payment' : 'subscription',
    currency: open.currency,
    trialDays: open.is_trial ? TRIAL_DAYS : 0,
    expiresAt: open.expires_at,
    successUrl: open.success_url,
    cancelUrl: open.cancel_url,
  })

async function ensureCustomer(ctx: AppContext, userId: string): Promise<string> {
  const stored = await findCustomer(ctx, userId)
  if (stored) return stored.customer_id
  const { email } = await readAccountProfile(ctx, userId)
  const customerId = await gatewayOf(ctx).createCustomer({ userId, email })
  await insertCustomer(ctx, { customer_id: customerId, user_id: userId, made_at: ctx.clock.now() })
  return (await findCustomer(ctx, userId))?.customer_id ?? customerId
}

/** Closes a payment page. Returns `complete`, and delivers the purchase, when it had already been paid. */
export async function closeCheckout(ctx: AppContext, open: CheckoutRecord): Promise<'complete' | 'expired'> {
  if (open.checkout_id === null) {
    // The provider may have created the page although its response was lost. No user was redirected to it.
    await updateCheckout(ctx, open.intent_id, { status: 'expired' })
    return 'expired'
  }
  const checkout = await gatewayOf(ctx).expireCheckout(open.checkout_id)
  await fulfil(ctx, checkout)
  return checkout.status === 'complete' ? 'complete' : 'expired'
}
