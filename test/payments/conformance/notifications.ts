import { describe, expect, it } from 'vitest'
import { buy, subscribe } from '../buyPlan.ts'
import { findNotification, type OpenHarness } from '../GatewayHarness.ts'

export function describeNotifications(openHarness: OpenHarness): void {
  describe('a notification', () => {
    it('is sent for a checkout that was paid', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness)
      const { notification } = await findNotification(harness, { type: 'checkout.session.completed', id: checkout.id })
      expect(notification).toMatchObject({ livemode: false, eventId: expect.stringMatching(/./) })
      expect(notification.objects).toContainEqual({ kind: 'checkout', id: checkout.id })
    })

    it('is sent for a subscription, its invoices and their payments', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      const [invoice] = await harness.gateway.listInvoices(subscription.id)
      await findNotification(harness, { type: 'invoice.paid', id: invoice?.id ?? '' })
      await harness.gateway.refund(invoice?.paymentId ?? '', `back-${subscription.id}`)
      await findNotification(harness, { type: 'charge.refunded', id: invoice?.paymentId ?? '' })
      await harness.gateway.cancelSubscription(subscription.id)
      const { notification } = await findNotification(harness, { type: 'customer.subscription.deleted', id: subscription.id })
      expect(notification.objects).toContainEqual({ kind: 'subscription', id: subscription.id })
    })

    it('is refused when it was changed, signed by someone else, or not signed', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness)
      const { raw } = await findNotification(harness, { type: 'checkout.session.completed', id: checkout.id })
      const { parseNotification } = harness.gateway
      const text = Buffer.from(raw.body).toString()
      const changed = Buffer.from(text.replace(checkout.id, `${checkout.id}x`))
      const names = Object.keys(raw.headers).filter((name) => name.endsWith('signature'))
      const forged = Object.fromEntries(names.map((name) => [name, raw.headers[name]?.replace(/[A-Za-z0-9+/]{9}/, 'AAAAAAAAA')]))
      const refusal = { name: 'PaymentError', failure: 'signature' }
      expect(names).toHaveLength(1)
      await expect(parseNotification(raw.headers, changed)).rejects.toMatchObject(refusal)
      await expect(parseNotification({ ...raw.headers, ...forged }, raw.body)).rejects.toMatchObject(refusal)
      await expect(parseNotification({}, raw.body)).rejects.toMatchObject(refusal)
    })

    it('that was not delivered is listed, oldest first', async () => {
      await using harness = await openHarness()
      const { customer } = await buy(harness)
      const missed = await harness.gateway.listMissedNotifications(
        new Date((await harness.now(customer.customerId)).getTime() - 1000),
      )
      expect(new Set(missed.map(({ eventId }) => eventId)).size).toBe(missed.length)
      for (const { livemode } of missed) expect(livemode).toBe(false)
    })
  })
}
