import type { Stripe } from 'stripe'
import { PaymentError, type Subscription } from '../payments.ts'
import { fromUnixSeconds, idOf, oneOf, required, toDateOrNull } from './readFields.ts'
import { receive } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const satisfies readonly Subscription['status'][]

const EXPAND = ['schedule', 'default_payment_method']

export const retrieveSubscription = async (
  stripe: StripeContext,
  id: string,
  expand: string[] = EXPAND,
): Promise<Stripe.Subscription> => await receive('subscription', stripe.client.subscriptions.retrieve(id, { expand }))

export const getSubscription = async (stripe: StripeContext, id: string): Promise<Subscription> =>
  toSubscription(await retrieveSubscription(stripe, id))

export async function cancelSubscription(stripe: StripeContext, id: string): Promise<Subscription> {
  const subscription = await getSubscription(stripe, id)
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return subscription
  try {
    const params = { prorate: false, invoice_now: false, expand: EXPAND }
    return toSubscription(await receive('subscription', stripe.client.subscriptions.cancel(id, params)))
  } catch (error) {
    // This request does not find a subscription that ended in the meantime; others do.
    if (error instanceof PaymentError && error.failure === 'notFound') return await getSubscription(stripe, id)
    throw error
  }
}

/** The only item of a subscription. It has the paid period, which the subscription itself no longer has. */
export const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => required(items.data[0], 'item')

function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { price, current_period_start: periodStart, current_period_end: periodEnd } = itemOf(subscription)
  return {
    id: subscription.id,
    customerId: required(idOf(subscription.customer), 'customer'),
    status: oneOf(STATUSES, subscription.status, 'status of a subscription'),
    priceId: price.id,
    currency: subscription.currency,
    startedAt: fromUnixSeconds(subscription.start_date),
    trialStart: toDateOrNull(subscription.trial_start),
    trialEnd: toDateOrNull(subscription.trial_end),
    periodStart: fromUnixSeconds(periodStart),
    periodEnd: fromUnixSeconds(periodEnd),
    cancelAtPeriodEnd: endsWithPeriod(subscription, periodEnd),
    endedAt: toDateOrNull(subscription.ended_at),
    hasPendingChange: subscription.pending_update !== null,
    scheduled: scheduledChange(subscription.schedule),
    // Customers created by this server have no test clock.
    clockOffset: 0,
    cardFingerprint: fingerprintOf(subscription.default_payment_method),
    livemode: subscription.livemode,
  }
}

/** When a customer cancels on Stripe's page, subscriptions with flexible billing (the default) only get `cancel_at`. */
const endsWithPeriod = (subscription: Stripe.Subscription, periodEnd: number): boolean =>
  subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= periodEnd)

function scheduledChange(schedule: Stripe.Subscription['schedule']): Subscription['scheduled'] {
  if (!schedule) return null
  if (typeof schedule === 'string') throw new PaymentError('unavailable', 'Stripe sent a subscription without its schedule.')
  const currentEnd = schedule.current_phase?.end_date
  const next = schedule.phases.find(({ start_date: start }) => currentEnd !== undefined && start >= currentEnd)
  const priceId = idOf(next?.items[0]?.price)
  return next && priceId ? { priceId, startsAt: fromUnixSeconds(next.start_date) } : null
}

const fingerprintOf = (method: Stripe.Subscription['default_payment_method']): string | null =>
  (typeof method === 'object' && method?.card?.fingerprint) || null
