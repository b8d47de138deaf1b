import { describe, expect, it } from 'vitest'
import { buy, newCheckout, priceIdOf } from '../buyPlan.ts'
import type { OpenHarness } from '../GatewayHarness.ts'

const KEYS = ['600-month', '600-year', 'unlimited-month', 'unlimited-year', 'hourlypacket']

export function describeCheckouts(openHarness: OpenHarness): void {
  describe('prices', () => {
    it('are found by their keys, in whole amounts of every currency', async () => {
      await using harness = await openHarness()
      const prices = await harness.gateway.listPrices(KEYS)
      expect(prices.map(({ key }) => key).sort()).toEqual([...KEYS].sort())
      for (const { key, interval, amounts } of prices) {
        expect(interval).toBe(key.endsWith('-month') ? 'month' : key.endsWith('-year') ? 'year' : 'once')
        for (const currency of ['usd', 'eur', 'gbp', 'jpy', 'hkd', 'twd']) expect(Number.isInteger(amounts[currency])).toBe(true)
      }
    })

    it('of unknown keys are absent', async () => {
      await using harness = await openHarness()
      expect(await harness.gateway.listPrices(['no-such-key'])).toEqual([])
    })
  })

  describe('a customer', () => {
    it('is created once for a user, even with repeated and parallel requests', async () => {
      await using harness = await openHarness()
      const [user, other] = [harness.createUser(), harness.createUser()]
      const ids = await Promise.all([user, user, user].map((each) => harness.gateway.createCustomer(each)))
      expect(new Set([...ids, await harness.gateway.createCustomer(user)]).size).toBe(1)
      expect(await harness.gateway.createCustomer(other)).not.toBe(ids[0])
    })

    it('has a page for cards and invoices', async () => {
      await using harness = await openHarness()
      const { customerId } = await harness.createCustomer()
      expect(await harness.gateway.createPortalUrl(customerId, 'https://earshot.test/member')).toMatch(/^https?:/)
    })
  })

  describe('a checkout', () => {
    it('is open, unpaid and has a URL until it is paid', async () => {
      await using harness = await openHarness()
      const customer = await harness.createCustomer()
      const request = await newCheckout(harness, customer)
      const checkout = await harness.gateway.createCheckout(request)
      expect(checkout).toMatchObject({
        status: 'open',
        paymentStatus: 'unpaid',
        mode: 'subscription',
        currency: 'usd',
        intentId: request.intentId,
        customerId: customer.customerId,
        subscriptionId: null,
        paymentId: null,
        livemode: false,
      })
      expect(checkout.url).toMatch(/^https?:/)
      expect(await harness.gateway.getCheckout(checkout.id)).toMatchObject({ id: checkout.id, status: 'open' })
    })

    it('is created once for an intent, even with repeated and parallel requests', async () => {
      await using harness = await openHarness()
      const request = await newCheckout(harness, await harness.createCustomer())
      const created = await Promise.all([1, 2, 3, 4].map(() => harness.gateway.createCheckout(request)))
      created.push(await harness.gateway.createCheckout(request))
      expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    })

    it('of an unknown price, or of one for another mode, is refused', async () => {
      await using harness = await openHarness()
      const request = await newCheckout(harness, await harness.createCustomer())
      const { createCheckout } = harness.gateway
      await expect(createCheckout({ ...request, priceId: 'price_none' })).rejects.toMatchObject({ name: 'PaymentError' })
      const pack = await priceIdOf(harness, 'hourlypacket')
      const wrongMode = { ...request, intentId: `${request.intentId}-once`, priceId: pack }
      await expect(createCheckout(wrongMode)).rejects.toMatchObject({ name: 'PaymentError' })
    })

    it('is complete when it is paid, and has started a subscription', async () => {
      await using harness = await openHarness()
      const { customer, checkout } = await buy(harness)
      expect(checkout).toMatchObject({ status: 'complete', paymentStatus: 'paid', url: null, paymentId: null })
      const subscription = await harness.gateway.getSubscription(checkout.subscriptionId ?? '')
      expect(subscription).toMatchObject({ customerId: customer.customerId, status: 'active', livemode: false })
    })

    it('of minutes has a payment and no subscription', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { key: 'hourlypacket', currency: 'jpy' })
      expect(checkout).toMatchObject({ status: 'complete', paymentStatus: 'paid', mode: 'payment', subscriptionId: null })
      const payment = await harness.gateway.getPayment(checkout.paymentId ?? '')
      expect(payment).toMatchObject({ amount: checkout.amount, currency: 'jpy', refunded: 0, dispute: 'none', livemode: false })
    })

    it('stays open when the card is declined, and can be paid with another one', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { card: 'declined' })
      expect(checkout).toMatchObject({ status: 'open', paymentStatus: 'unpaid', subscriptionId: null })
      await harness.payCheckout(checkout.id, 'good')
      expect(await harness.gateway.getCheckout(checkout.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    })

    it('can be paid with a card that requires 3-D Secure', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { card: 'needs3ds' })
      expect(checkout).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    })

    it('can no longer be paid when it is expired', async () => {
      await using harness = await openHarness()
      const { id } = await harness.gateway.createCheckout(await newCheckout(harness, await harness.createCustomer()))
      expect(await harness.gateway.expireCheckout(id)).toMatchObject({ status: 'expired', url: null })
      await harness.payCheckout(id, 'good').catch(() => undefined)
      expect(await harness.gateway.getCheckout(id)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
    })

    it('stays complete when it is expired after the payment', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness)
      expect(await harness.gateway.expireCheckout(checkout.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    })

    it('in another currency than that of the subscription is refused, with the currency', async () => {
      await using harness = await openHarness()
      const { customer } = await buy(harness, { currency: 'eur' })
      const request = await newCheckout(harness, customer, { key: 'unlimited-month', currency: 'usd' })
      await expect(harness.gateway.createCheckout(request)).rejects.toMatchObject({ name: 'PaymentError', failure: 'currency' })
    })

    it('that does not exist is not found, as are other objects', async () => {
      await using harness = await openHarness()
      const { getCheckout, getSubscription, getInvoice, getPayment } = harness.gateway
      for (const get of [getCheckout, getSubscription, getInvoice, getPayment])
        await expect(get('none')).rejects.toMatchObject({ name: 'PaymentError', failure: 'notFound' })
    })
  })
}
