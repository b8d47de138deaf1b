import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStripe } from '#test/fakes/stripe/openTestStripe.ts'
import { type EmulatedStripe, startEmulatedStripe } from '#test/fakes/stripe/startEmulatedStripe.ts'
import type { NewCheckout, PaymentGateway } from '../payments.ts'

/** Runs the adapter against a third-party emulator that supports customers, prices and checkouts. */
let emulated: EmulatedStripe
let stripe: PaymentGateway
let newCheckout: NewCheckout
beforeAll(async () => {
  emulated = await startEmulatedStripe()
  stripe = openTestStripe(emulated.url)
  await emulated.createPrice({ key: '600-month', amount: 999, interval: 'month' })
  await emulated.createPrice({ key: 'hourlypacket', amount: 300 })
  const customerId = await stripe.createCustomer({ userId: 'user-1', email: 'anna@example.org' })
  const [price] = await stripe.listPrices(['600-month'])
  newCheckout = {
    intentId: '',
    userId: 'user-1',
    customerId,
    priceId: price?.priceId ?? '',
    mode: 'subscription',
    currency: 'usd',
    trialDays: 0,
    expiresAt: new Date('2030-01-01T00:30:00Z'),
    successUrl: 'https://earshot.test/done?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://earshot.test/plans',
  }
})
afterAll(async () => await emulated[Symbol.asyncDispose]())

describe('a checkout of the emulator', () => {
  it('offers the prices by their keys', async () => {
    expect(await stripe.listPrices(['hourlypacket', '600-month'])).toMatchObject([
      { key: 'hourlypacket', interval: 'once', amounts: { usd: 300 } },
      { key: '600-month', interval: 'month', amounts: { usd: 999 } },
    ])
  })

  it('creates one customer for a user', async () => {
    expect(await stripe.createCustomer({ userId: 'user-1', email: 'new@example.org' })).toBe(newCheckout.customerId)
  })

  it('is paid on its page, which sends a notification', async () => {
    const { id, url } = await stripe.createCheckout({ ...newCheckout, intentId: 'paid' })
    expect(await stripe.getCheckout(id)).toMatchObject({ status: 'open', paymentStatus: 'unpaid', amount: 999 })
    expect(await emulated.pay(url ?? '')).toBe(`https://earshot.test/done?session=${id}`)
    const paid = { status: 'complete', paymentStatus: 'paid', intentId: 'paid', subscriptionId: 'sub_emulated', url: null }
    expect(await stripe.getCheckout(id)).toMatchObject(paid)
    const sent = emulated.notifications.findLast(({ type }) => type === 'checkout.session.completed')
    expect(await stripe.parseNotification(sent?.headers ?? {}, sent?.body ?? new Uint8Array())).toMatchObject({
      type: 'checkout.session.completed',
      objects: [{ kind: 'checkout', id }],
    })
  })

  it('is created once per intent', async () => {
    const first = await stripe.createCheckout({ ...newCheckout, intentId: 'twice' })
    expect(await stripe.createCheckout({ ...newCheckout, intentId: 'twice' })).toEqual(first)
  })

  it('of minutes has a payment', async () => {
    const [price] = await stripe.listPrices(['hourlypacket'])
    const { id, url } = await stripe.createCheckout({
      ...newCheckout,
      intentId: 'pack',
      mode: 'payment',
      priceId: price?.priceId ?? '',
    })
    await emulated.pay(url ?? '')
    expect(await stripe.getCheckout(id)).toMatchObject({ paymentId: 'pi_emulated', subscriptionId: null, amount: 300 })
  })

  it('is closed, and stays complete when it was paid', async () => {
    const open = await stripe.createCheckout({ ...newCheckout, intentId: 'closed' })
    expect(await stripe.expireCheckout(open.id)).toMatchObject({ status: 'expired', url: null })
    expect(await stripe.expireCheckout(open.id)).toMatchObject({ status: 'expired' })
    const paid = await stripe.createCheckout({ ...newCheckout, intentId: 'paid-first' })
    await emulated.pay(paid.url ?? '')
    expect(await stripe.expireCheckout(paid.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  it('of an unknown customer or price is refused', async () => {
    await expect(stripe.createCheckout({ ...newCheckout, intentId: 'a', customerId: 'cus_x' })).rejects.toMatchObject({
      failure: 'notFound',
    })
    await expect(stripe.createCheckout({ ...newCheckout, intentId: 'b', priceId: 'price_x' })).rejects.toMatchObject({
      failure: 'notFound',
    })
    await expect(stripe.getCheckout('cs_x')).rejects.toMatchObject({ failure: 'notFound' })
  })

  it('fails when the emulator does not support the request', async () => {
    await expect(stripe.getSubscription('sub_emulated')).rejects.toMatchObject({ failure: 'unavailable' })
  })
})
