import type { Stripe } from 'stripe'
import { PaymentError, type Subscription } from '../payments.ts'
import { intervalOf } from './prices.ts'
import { idOf, required } from './readFields.ts'
import { receive } from './receive.ts'
import { getSubscription, retrieveSubscription } from './subscriptions.ts'
import type { StripeContext } from './stripeClient.ts'

/**
 * An existing schedule is changed in one request. A new one needs two: Stripe first copies the subscription into it. Neither
 * request has an idempotency key: the second one is idempotent, and a key would return the response to an earlier change after
 * changing back.
 */
export async function scheduleChange(stripe: StripeContext, subscriptionId: string, priceId: string): Promise<Subscription> {
  const interval = intervalOf(await receive('price', stripe.client.prices.retrieve(priceId)))
  if (interval !== 'month' && interval !== 'year') throw new PaymentError('invalid', 'The price is not paid by month or year.')
  const { schedule } = await retrieveSubscription(stripe, subscriptionId, ['schedule'])
  if (schedule && typeof schedule === 'object') await setNextPrice(stripe, schedule, { priceId, interval })
  else {
    const created = await receive(
      'subscription_schedule',
      stripe.client.subscriptionSchedules.create({ from_subscription: subscriptionId }),
    )
    try {
      await setNextPrice(stripe, created, { priceId, interval })
    } catch (error) {
      await release(stripe, created.id).catch((releaseError: unknown) =>
        stripe.log.error(
          { err: releaseError, schedule: created.id },
          'a schedule at Stripe was not released after it could not be set',
        ),
      )
      throw error
    }
  }
  return await getSubscription(stripe, subscriptionId)
}

export async function cancelScheduledChange(stripe: StripeContext, subscriptionId: string): Promise<Subscription> {
  await releaseSchedule(stripe, await retrieveSubscription(stripe, subscriptionId, []))
  return await getSubscription(stripe, subscriptionId)
}

/** The subscription continues without the change. */
export async function releaseSchedule(stripe: StripeContext, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule)
  if (id) await release(stripe, id)
}

const release = async (stripe: StripeContext, id: string): Promise<unknown> =>
  await receive('subscription_schedule', stripe.client.subscriptionSchedules.release(id))

async function setNextPrice(
  stripe: StripeContext,
  { id, phases, current_phase: currentPhase }: Stripe.SubscriptionSchedule,
  { priceId, interval }: { priceId: string; interval: 'month' | 'year' },
): Promise<void> {
  const { start_date: start, end_date: end } = required(currentPhase, 'current phase')
  const current = required(
    phases.find(({ start_date: phaseStart }) => phaseStart === start),
    'current phase',
  )
  const items = current.items.map(({ price, quantity }) => ({
    price: required(idOf(price), 'price'),
    ...(quantity !== undefined && { quantity }),
  }))
  const trial = current.trial_end === null ? {} : { trial_end: current.trial_end }
  const params: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'release',
    phases: [
      { items, start_date: start, end_date: end, proration_behavior: 'none', ...trial },
      { items: [{ price: priceId, quantity: 1 }], duration: { interval, interval_count: 1 }, proration_behavior: 'none' },
    ],
  }
  await receive('subscription_schedule', stripe.client.subscriptionSchedules.update(id, params))
}
