import { describe, expect, it } from 'vitest'
import { addMonths } from '#shared/addMonths.ts'
import { days } from '#shared/units.ts'
import { amountOf, buy, priceIdOf, subscribe } from '../buyPlan.ts'
import type { OpenHarness } from '../GatewayHarness.ts'

export function describeSubscriptions(openHarness: OpenHarness): void {
  describe('a subscription', () => {
    it('has a paid period of a month, which its first invoice contains', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      const { id, periodStart, periodEnd } = subscription
      expect(periodEnd).toEqual(addMonths(periodStart, 1))
      const priceId = await priceIdOf(harness, '600-month')
      expect(subscription).toMatchObject({ priceId, trialEnd: null, endedAt: null, scheduled: null, hasPendingChange: false })
      const amount = await amountOf(harness, '600-month')
      const [invoice, ...others] = await harness.gateway.listInvoices(id)
      expect(others).toEqual([])
      expect(invoice).toMatchObject({ status: 'paid', amountDue: amount, amountPaid: amount, currency: 'usd', livemode: false })
      expect(invoice?.lines).toEqual([{ priceId, amount, start: periodStart, end: periodEnd }])
      expect(await harness.gateway.getPayment(invoice?.paymentId ?? '')).toMatchObject({ amount, refunded: 0 })
    })

    it('of a year has a paid period of a year', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness, { key: '600-year' })
      expect(subscription.periodEnd).toEqual(addMonths(subscription.periodStart, 12))
    })

    it('has the same fingerprint for the same card of two customers, and a different one for another card', async () => {
      await using harness = await openHarness()
      const [first, same, other] = [
        await subscribe(harness),
        await subscribe(harness),
        await subscribe(harness, { card: 'needs3ds' }),
      ]
      expect(first.subscription.cardFingerprint).toMatch(/./)
      expect(same.subscription.cardFingerprint).toBe(first.subscription.cardFingerprint)
      expect(other.subscription.cardFingerprint).not.toBe(first.subscription.cardFingerprint)
    })

    it('is renewed when its period ends', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.advance(customerId, 'renewal')
      const renewed = await harness.gateway.getSubscription(subscription.id)
      expect(renewed).toMatchObject({ status: 'active', periodStart: subscription.periodEnd })
      expect(renewed.periodEnd).toEqual(addMonths(subscription.periodStart, 2))
      const [latest, first] = await harness.gateway.listInvoices(subscription.id)
      expect(latest).toMatchObject({ status: 'paid', lines: [{ start: renewed.periodStart, end: renewed.periodEnd }] })
      expect(first?.lines[0]?.end).toEqual(renewed.periodStart)
    })

    it('is past due when the renewal is declined, until its invoice is paid', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.setCard(customerId, 'failsLater')
      await harness.advance(customerId, 'renewal')
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'past_due', endedAt: null })
      const [invoice] = await harness.gateway.listInvoices(subscription.id)
      expect(invoice).toMatchObject({ status: 'open', amountPaid: 0, paymentId: null })
      expect(invoice?.hostedUrl).toMatch(/^https?:/)
      await harness.payInvoice(invoice?.id ?? '', 'good')
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'active' })
      expect(await harness.gateway.getInvoice(invoice?.id ?? '')).toMatchObject({
        status: 'paid',
        amountPaid: invoice?.amountDue,
      })
    })

    it('continues until its period ends after the customer has canceled it', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.cancelAtPeriodEnd(subscription.id)
      const canceled = await harness.gateway.getSubscription(subscription.id)
      expect(canceled).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, endedAt: null })
      await harness.advance(customerId, 'renewal')
      const ended = await harness.gateway.getSubscription(subscription.id)
      expect(ended).toMatchObject({ status: 'canceled', endedAt: subscription.periodEnd })
      expect(await harness.gateway.listInvoices(subscription.id)).toHaveLength(1)
    })

    it('ends at once, and only once, when it is canceled', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      const ended = await harness.gateway.cancelSubscription(subscription.id)
      expect(ended).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
      expect(await harness.gateway.cancelSubscription(subscription.id)).toMatchObject({ endedAt: ended.endedAt })
      const [invoice] = await harness.gateway.listInvoices(subscription.id)
      expect(await harness.gateway.getPayment(invoice?.paymentId ?? '')).toMatchObject({ refunded: 0 })
    })
  })

  describe('a free trial', () => {
    it('requires a card and charges nothing', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness, { trialDays: 7 })
      const end = new Date(subscription.periodStart.getTime() + days(7))
      expect(subscription).toMatchObject({
        status: 'trialing',
        trialStart: subscription.periodStart,
        trialEnd: end,
        periodEnd: end,
      })
      expect(subscription.cardFingerprint).toMatch(/./)
      for (const invoice of await harness.gateway.listInvoices(subscription.id))
        expect(invoice).toMatchObject({ status: 'paid', amountDue: 0, paymentId: null })
    })

    it('completes its checkout without a payment', async () => {
      await using harness = await openHarness()
      const { checkout } = await buy(harness, { trialDays: 7 })
      expect(checkout).toMatchObject({ status: 'complete', paymentStatus: 'no_payment_required', amount: 0 })
    })

    it('becomes a paid subscription when it ends', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { trialDays: 7 })
      await harness.advance(customerId, 'trialEnd')
      const paid = await harness.gateway.getSubscription(subscription.id)
      expect(paid).toMatchObject({ status: 'active', periodStart: subscription.trialEnd })
      const [invoice] = await harness.gateway.listInvoices(subscription.id)
      expect(invoice).toMatchObject({ status: 'paid', amountPaid: await amountOf(harness, '600-month') })
    })

    it('ends without a subscription when the card was removed', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { trialDays: 7 })
      await harness.setCard(customerId, null)
      await harness.advance(customerId, 'trialEnd')
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'canceled' })
    })

    it('leaves an open invoice when the card is declined at its end', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { trialDays: 7, card: 'failsLater' })
      await harness.advance(customerId, 'trialEnd')
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'past_due' })
      expect(await harness.gateway.listInvoices(subscription.id)).toContainEqual(expect.objectContaining({ status: 'open' }))
    })

    it('ends without a payment when it is canceled before its end', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { trialDays: 7 })
      await harness.cancelAtPeriodEnd(subscription.id)
      await harness.advance(customerId, 'trialEnd')
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'canceled' })
    })
  })
}
