import { describe, expect, it } from 'vitest'
import { buy, subscribe } from '../buyPlan.ts'
import type { OpenHarness } from '../GatewayHarness.ts'

export function describePayments(openHarness: OpenHarness): void {
  describe('a payment', () => {
    it('is refunded once per key, also with parallel requests', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { key: 'hourlypacket' })
      const id = checkout.paymentId ?? ''
      const refunds = await Promise.all([1, 2, 3].map(() => harness.gateway.refund(id, `back-${id}`)))
      refunds.push(await harness.gateway.refund(id, `back-${id}`))
      for (const { amount, refunded } of refunds) expect(refunded).toBe(amount)
      expect(await harness.gateway.getPayment(id)).toMatchObject({ refunded: checkout.amount, dispute: 'none' })
    })

    it('is not refunded twice with another key', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { key: 'hourlypacket' })
      const id = checkout.paymentId ?? ''
      await harness.gateway.refund(id, `back-${id}`)
      expect(await harness.gateway.refund(id, `again-${id}`)).toMatchObject({ refunded: checkout.amount })
    })

    it('of a subscription can be refunded, which does not end it', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      const [invoice] = await harness.gateway.listInvoices(subscription.id)
      const { refunded } = await harness.gateway.refund(invoice?.paymentId ?? '', `back-${subscription.id}`)
      expect(refunded).toBe(invoice?.amountPaid)
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'active' })
    })

    it.each(['won', 'lost'] as const)('can be disputed, and the dispute %s', async (outcome) => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { key: 'hourlypacket' })
      const id = checkout.paymentId ?? ''
      await harness.dispute(id, 'open')
      expect(await harness.gateway.getPayment(id)).toMatchObject({ dispute: 'open', refunded: 0 })
      await harness.dispute(id, outcome)
      expect(await harness.gateway.getPayment(id)).toMatchObject({ dispute: outcome })
    })
  })

  describe('the invoices of a subscription', () => {
    it('are listed newest first, each equal to the invoice read on its own', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.advance(customerId, 'renewal')
      await harness.advance(customerId, 'renewal')
      const invoices = await harness.gateway.listInvoices(subscription.id)
      const times = invoices.map(({ createdAt }) => createdAt.getTime())
      expect(times).toHaveLength(3)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      for (const invoice of invoices) {
        expect(await harness.gateway.getInvoice(invoice.id)).toEqual(invoice)
        expect(invoice).toMatchObject({ customerId, subscriptionId: subscription.id, livemode: false })
      }
    })
  })
}
