import type { Stripe } from 'stripe'
import { unixSeconds } from '#shared/units.ts'
import { type Checkout, type NewCheckout, PaymentError } from '../payments.ts'
import { idOf, oneOf, required } from './readFields.ts'
import { isRepeatedAnswer, receive } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

export async function createCheckout(stripe: StripeContext, checkout: NewCheckout): Promise<Checkout> {
  const idempotencyKey = `co:${checkout.intentId}`
  const session = await receive(
    'checkout.session',
    stripe.client.checkout.sessions.create(toParams(checkout), { idempotencyKey }),
  )
  return isRepeatedAnswer(session) ? await getCheckout(stripe, session.id) : toCheckout(session)
}

/** Must return equal params for equal checkouts, because Stripe refuses to reuse a key with others. */
function toParams(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { intentId, userId, mode, trialDays } = checkout
  const metadata = { user_id: userId, intent_id: intentId }
  const common = {
    mode,
    customer: checkout.customerId,
    client_reference_id: intentId,
    currency: checkout.currency,
    line_items: [{ price: checkout.priceId, quantity: 1 }],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    expires_at: unixSeconds(checkout.expiresAt),
    metadata,
  }
  // No `invoice_creation`: an invoice ties the customer to its currency, and Stripe refuses it when a plan is paid in another one.
  if (mode === 'payment') return { ...common, payment_intent_data: { metadata } }
  if (trialDays === 0) return { ...common, subscription_data: { metadata } }
  return {
    ...common,
    payment_method_collection: 'always',
    subscription_data: {
      metadata,
      trial_period_days: trialDays,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
  }
}

export const getCheckout = async (stripe: StripeContext, id: string): Promise<Checkout> =>
  toCheckout(await receive('checkout.session', stripe.client.checkout.sessions.retrieve(id)))

export async function expireCheckout(stripe: StripeContext, id: string): Promise<Checkout> {
  try {
    return toCheckout(await receive('checkout.session', stripe.client.checkout.sessions.expire(id)))
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'invalid') throw error
    const checkout = await getCheckout(stripe, id)
    if (checkout.status === 'open') throw error
    return checkout
  }
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const mode = oneOf(['subscription', 'payment'], session.mode, 'mode of a checkout')
  const paymentStatus = oneOf(['paid', 'unpaid', 'no_payment_required'], session.payment_status, 'payment status of a checkout')
  return {
    id: session.id,
    url: session.url,
    status: oneOf(['open', 'complete', 'expired'], session.status, 'status of a checkout'),
    paymentStatus,
    mode,
    intentId: session.client_reference_id,
    customerId: required(idOf(session.customer), 'customer'),
    subscriptionId: idOf(session.subscription),
    paymentId: mode === 'payment' && paymentStatus === 'paid' ? idOf(session.payment_intent) : null,
    amount: required(session.amount_total, 'amount_total'),
    currency: required(session.currency, 'currency'),
    livemode: session.livemode,
  }
}
