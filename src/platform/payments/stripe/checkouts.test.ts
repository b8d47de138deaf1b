import { describe, expect, it } from 'vitest'
import { aSession, START } from '#test/fakes/stripe/catalogueObjects.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { refusal } from '#test/fakes/stripe/startReplayServer.ts'
import type { NewCheckout } from '../payments.ts'

const { server, stripe } = await setUpStripe()

const CREATE = 'POST /v1/checkout/sessions'
const RETRIEVE = 'GET /v1/checkout/sessions/cs_test_1'
const EXPIRE = 'POST /v1/checkout/sessions/cs_test_1/expire'

const newCheckout: NewCheckout = {
  intentId: 'intent-1',
  userId: 'user-1',
  customerId: 'cus_1',
  priceId: 'price_month',
  mode: 'subscription',
  currency: 'usd',
  trialDays: 0,
  expiresAt: new Date(START * 1000 + 1_800_999),
  successUrl: 'https://earshot.test/done?session={CHECKOUT_SESSION_ID}&buyflag=1',
  cancelUrl: 'https://earshot.test/plans',
}

const commonForm = {
  customer: 'cus_1',
  client_reference_id: 'intent-1',
  currency: 'usd',
  'line_items[0][price]': 'price_month',
  'line_items[0][quantity]': '1',
  success_url: 'https://earshot.test/done?session={CHECKOUT_SESSION_ID}&buyflag=1',
  cancel_url: 'https://earshot.test/plans',
  expires_at: String(START + 1800),
  'metadata[user_id]': 'user-1',
  'metadata[intent_id]': 'intent-1',
}
const subscriptionForm = {
  ...commonForm,
  mode: 'subscription',
  'subscription_data[metadata][user_id]': 'user-1',
  'subscription_data[metadata][intent_id]': 'intent-1',
}

describe('a new checkout', () => {
  it('of a subscription', async () => {
    server.on(CREATE, aSession())
    expect(await stripe.createCheckout(newCheckout)).toEqual({
      id: 'cs_test_1',
      url: 'https://checkout.stripe.test/c/pay/cs_test_1',
      status: 'open',
      paymentStatus: 'unpaid',
      mode: 'subscription',
      intentId: 'intent-1',
      customerId: 'cus_1',
      subscriptionId: null,
      paymentId: null,
      amount: 999,
      currency: 'usd',
      livemode: false,
    })
    expect(server.requests[0]?.form).toEqual(subscriptionForm)
    expect(server.requests[0]?.headers['idempotency-key']).toBe('co:intent-1')
  })

  it('of a trial asks for a card, and ends without one', async () => {
    server.on(CREATE, aSession())
    await stripe.createCheckout({ ...newCheckout, trialDays: 7 })
    expect(server.requests[0]?.form).toEqual({
      ...subscriptionForm,
      payment_method_collection: 'always',
      'subscription_data[trial_period_days]': '7',
      'subscription_data[trial_settings][end_behavior][missing_payment_method]': 'cancel',
    })
  })

  it('of a one-time payment creates no invoice', async () => {
    server.on(CREATE, aSession({ mode: 'payment' }))
    await stripe.createCheckout({ ...newCheckout, mode: 'payment' })
    expect(server.requests[0]?.form).toEqual({
      ...commonForm,
      mode: 'payment',
      'payment_intent_data[metadata][user_id]': 'user-1',
      'payment_intent_data[metadata][intent_id]': 'intent-1',
    })
  })

  it('is created once, and read when the request is repeated', async () => {
    server.on(CREATE, aSession(), aSession({ id: 'cs_second' }))
    server.on(RETRIEVE, aSession({ status: 'complete', payment_status: 'paid', url: null, subscription: 'sub_1' }))
    expect(await stripe.createCheckout(newCheckout)).toMatchObject({ id: 'cs_test_1', status: 'open' })
    expect(await stripe.createCheckout(newCheckout)).toMatchObject({
      id: 'cs_test_1',
      status: 'complete',
      subscriptionId: 'sub_1',
    })
  })

  it('in another currency than the subscription is refused, naming the currency of the subscription', async () => {
    const message =
      'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency gbp.'
    server.on(CREATE, refusal(400, { type: 'invalid_request_error', message }))
    await expect(stripe.createCheckout(newCheckout)).rejects.toMatchObject({ failure: 'currency', currency: 'gbp' })
  })
})

describe('a checkout', () => {
  it('has a payment once it is paid', async () => {
    const oneTime = { mode: 'payment', payment_intent: 'pi_1' } as const
    server.on(
      RETRIEVE,
      aSession({ ...oneTime, status: 'complete', payment_status: 'unpaid' }),
      aSession({ ...oneTime, status: 'complete', payment_status: 'paid', amount_total: 300, currency: 'jpy', livemode: true }),
    )
    expect(await stripe.getCheckout('cs_test_1')).toMatchObject({ paymentId: null })
    expect(await stripe.getCheckout('cs_test_1')).toMatchObject({
      paymentId: 'pi_1',
      amount: 300,
      currency: 'jpy',
      livemode: true,
    })
  })

  it('of a trial is complete without a payment', async () => {
    server.on(
      RETRIEVE,
      aSession({ status: 'complete', payment_status: 'no_payment_required', subscription: 'sub_1', amount_total: 0 }),
    )
    const trial = {
      status: 'complete',
      paymentStatus: 'no_payment_required',
      subscriptionId: 'sub_1',
      paymentId: null,
      amount: 0,
    }
    expect(await stripe.getCheckout('cs_test_1')).toMatchObject(trial)
  })

  it.each([{ mode: 'setup' as const }, { customer: null }, { amount_total: null }, { status: 'paused' as never }])(
    'that is none of ours is refused: %o',
    async (changes) => {
      server.on(RETRIEVE, aSession(changes))
      await expect(stripe.getCheckout('cs_test_1')).rejects.toMatchObject({ failure: 'invalid' })
    },
  )
})

describe('an expired checkout', () => {
  const notOpen = refusal(400, {
    type: 'invalid_request_error',
    message: 'Only Checkout Sessions with a status of open can be expired.',
  })

  it('is closed', async () => {
    server.on(EXPIRE, aSession({ status: 'expired', url: null }))
    expect(await stripe.expireCheckout('cs_test_1')).toMatchObject({ status: 'expired', url: null })
    expect(server.requests.map(({ form }) => form)).toEqual([{}])
  })

  it('is returned as complete when it was paid before', async () => {
    server.on(EXPIRE, notOpen)
    server.on(RETRIEVE, aSession({ status: 'complete', payment_status: 'paid', subscription: 'sub_1' }))
    expect(await stripe.expireCheckout('cs_test_1')).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  it('fails when it stays open, and when it cannot be reached', async () => {
    server.on(EXPIRE, notOpen, refusal(500, { type: 'api_error', message: 'x' }))
    server.on(RETRIEVE, aSession())
    await expect(stripe.expireCheckout('cs_test_1')).rejects.toMatchObject({ failure: 'invalid' })
    await expect(stripe.expireCheckout('cs_test_1')).rejects.toMatchObject({ failure: 'unavailable' })
  })
})
