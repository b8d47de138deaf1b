import { describe, expect, it } from 'vitest'
import { aPrice, DAY, START } from '#test/fakes/stripe/catalogueObjects.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf, refusal } from '#test/fakes/stripe/startReplayServer.ts'
import {
  aCardMethod,
  anItem,
  aPendingUpdate,
  aPhase,
  aSchedule,
  aSubscription,
  PERIOD_END,
} from '#test/fakes/stripe/subscriptionObjects.ts'

const { server, stripe } = await setUpStripe()

const RETRIEVE = 'GET /v1/subscriptions/sub_1'
const CANCEL = 'DELETE /v1/subscriptions/sub_1'
const dateOf = (seconds: number) => new Date(seconds * 1000)

describe('a subscription', () => {
  it('has its period and price from its item', async () => {
    server.on(RETRIEVE, aSubscription({ default_payment_method: aCardMethod('card-of-anna') }))
    expect(await stripe.getSubscription('sub_1')).toEqual({
      id: 'sub_1',
      customerId: 'cus_1',
      status: 'active',
      priceId: 'price_month',
      currency: 'usd',
      startedAt: dateOf(START),
      trialStart: null,
      trialEnd: null,
      periodStart: dateOf(START),
      periodEnd: dateOf(PERIOD_END),
      cancelAtPeriodEnd: false,
      endedAt: null,
      hasPendingChange: false,
      scheduled: null,
      clockOffset: 0,
      cardFingerprint: 'card-of-anna',
      livemode: false,
    })
    expect(server.requests.map(({ query }) => query)).toEqual([
      { 'expand[0]': 'schedule', 'expand[1]': 'default_payment_method' },
    ])
  })

  it('has the times of its trial and its end', async () => {
    const trialEnd = START + 7 * DAY
    server.on(
      RETRIEVE,
      aSubscription({ status: 'canceled', trial_start: START, trial_end: trialEnd, ended_at: trialEnd, livemode: true }),
    )
    const ended = {
      status: 'canceled',
      trialStart: dateOf(START),
      trialEnd: dateOf(trialEnd),
      endedAt: dateOf(trialEnd),
      livemode: true,
    }
    expect(await stripe.getSubscription('sub_1')).toMatchObject(ended)
  })

  it.each([
    ['on the page of Stripe', { cancel_at: PERIOD_END }, true],
    ['by a request', { cancel_at_period_end: true, cancel_at: PERIOD_END }, true],
    ['for a later day', { cancel_at: PERIOD_END + DAY }, false],
  ])('may be canceled %s', async (_, changes, cancelAtPeriodEnd) => {
    server.on(RETRIEVE, aSubscription(changes))
    expect(await stripe.getSubscription('sub_1')).toMatchObject({ cancelAtPeriodEnd })
  })

  it('may have a pending change, and keeps its price until then', async () => {
    server.on(RETRIEVE, aSubscription({ pending_update: aPendingUpdate(aPrice({ id: 'price_unlimited' })) }))
    expect(await stripe.getSubscription('sub_1')).toMatchObject({ hasPendingChange: true, priceId: 'price_month' })
  })

  it('may have a scheduled change, which is the phase after the current one', async () => {
    const phases = [
      aPhase('price_year', START - DAY, START),
      aPhase('price_month', START, PERIOD_END),
      aPhase('price_starter', PERIOD_END, PERIOD_END + 30 * DAY),
    ]
    server.on(RETRIEVE, aSubscription({ schedule: aSchedule({ phases }) }), aSubscription({ schedule: aSchedule() }))
    const scheduled = { priceId: 'price_starter', startsAt: dateOf(PERIOD_END) }
    expect(await stripe.getSubscription('sub_1')).toMatchObject({ scheduled })
    expect(await stripe.getSubscription('sub_1')).toMatchObject({ scheduled: null })
  })

  it('with an unknown status is refused', async () => {
    server.on(RETRIEVE, aSubscription({ status: 'hibernating' as never }), aSubscription({ items: listOf([]) }))
    await expect(stripe.getSubscription('sub_1')).rejects.toMatchObject({ failure: 'invalid' })
    await expect(stripe.getSubscription('sub_1')).rejects.toMatchObject({ failure: 'invalid' })
    await expect(stripe.getSubscription('sub_2')).rejects.toMatchObject({ failure: 'invalid' })
  })
})

describe('ending a subscription', () => {
  const ended = aSubscription({ status: 'canceled', ended_at: START, items: listOf([anItem()]) })

  it('takes effect at once and refunds nothing', async () => {
    server.on(RETRIEVE, aSubscription())
    server.on(CANCEL, ended)
    expect(await stripe.cancelSubscription('sub_1')).toMatchObject({ status: 'canceled', endedAt: dateOf(START) })
    expect(server.requests.at(-1)).toMatchObject({
      method: 'DELETE',
      query: { prorate: 'false', invoice_now: 'false', 'expand[0]': 'schedule', 'expand[1]': 'default_payment_method' },
    })
  })

  it.each(['canceled', 'incomplete_expired'] as const)('does nothing when it is %s', async (status) => {
    server.on(RETRIEVE, aSubscription({ status }))
    expect(await stripe.cancelSubscription('sub_1')).toMatchObject({ status })
    expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  it('succeeds when it ended in the meantime', async () => {
    server.on(RETRIEVE, aSubscription(), ended)
    server.on(CANCEL, refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' }))
    expect(await stripe.cancelSubscription('sub_1')).toMatchObject({ status: 'canceled' })
  })
})
