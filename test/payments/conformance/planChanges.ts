import { describe, expect, it } from 'vitest'
import { addMonths } from '#shared/addMonths.ts'
import { amountOf, changeTo, priceIdOf, subscribe } from '../buyPlan.ts'
import type { OpenHarness } from '../GatewayHarness.ts'

export function describePlanChanges(openHarness: OpenHarness): void {
  describe('a change to another price', () => {
    it('costs the rest of the period at the new price, minus the rest of the old one', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      for (let day = 0; day < 10; day++) await harness.advance(customerId, 'day')
      const { amountDue, amountLeft, currency } = await harness.gateway.previewChange(
        await changeTo(harness, subscription, 'unlimited-month'),
      )
      expect(currency).toBe('usd')
      const share = amountLeft / (await amountOf(harness, '600-month'))
      expect(share).toBeGreaterThan(0.6)
      expect(share).toBeLessThan(0.7)
      const full = await amountOf(harness, 'unlimited-month')
      expect(Math.abs(amountDue + amountLeft - full * share)).toBeLessThanOrEqual(2)
    })

    it('is not made by a preview', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      await harness.gateway.previewChange(await changeTo(harness, subscription, 'unlimited-month'))
      expect(await harness.gateway.getSubscription(subscription.id)).toEqual(subscription)
      expect(await harness.gateway.listInvoices(subscription.id)).toHaveLength(1)
    })

    it('charges the amount of its preview, and keeps the billing date', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.advance(customerId, 'day')
      const change = await changeTo(harness, subscription, 'unlimited-month')
      const preview = await harness.gateway.previewChange(change)
      const invoice = await harness.gateway.applyChange({ ...change, idempotencyKey: `up-${subscription.id}` })
      expect(invoice).toMatchObject({ status: 'paid', amountDue: preview.amountDue, amountPaid: preview.amountDue })
      const credit = invoice.lines.filter(({ amount }) => amount < 0).reduce((sum, { amount }) => sum - amount, 0)
      expect(credit).toBe(preview.amountLeft)
      const { periodStart, periodEnd } = subscription
      const changed = await harness.gateway.getSubscription(subscription.id)
      expect(changed).toMatchObject({
        priceId: change.priceId,
        periodStart,
        periodEnd,
        status: 'active',
        hasPendingChange: false,
      })
      for (const { end } of invoice.lines) expect(end).toEqual(periodEnd)
    })

    it('is made once per key, also with parallel requests', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      const change = { ...(await changeTo(harness, subscription, 'unlimited-month')), idempotencyKey: `up-${subscription.id}` }
      const invoices = await Promise.all([1, 2, 3].map(() => harness.gateway.applyChange(change)))
      invoices.push(await harness.gateway.applyChange(change))
      expect(new Set(invoices.map(({ id }) => id)).size).toBe(1)
      expect(await harness.gateway.listInvoices(subscription.id)).toHaveLength(2)
    })

    it('is not charged again with another key once it is done', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      const change = await changeTo(harness, subscription, 'unlimited-month')
      const { id } = await harness.gateway.applyChange({ ...change, idempotencyKey: `up-${subscription.id}` })
      const repeated = await harness.gateway.applyChange({ ...change, idempotencyKey: `again-${subscription.id}` })
      expect(repeated.id).toBe(id)
    })

    it('to another interval begins a full period, minus the rest of the old one', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.advance(customerId, 'day')
      const change = await changeTo(harness, subscription, 'unlimited-year')
      const preview = await harness.gateway.previewChange(change)
      expect(preview.amountDue).toBe((await amountOf(harness, 'unlimited-year')) - preview.amountLeft)
      const invoice = await harness.gateway.applyChange({ ...change, idempotencyKey: `up-${subscription.id}` })
      expect(invoice).toMatchObject({ status: 'paid', amountPaid: preview.amountDue })
      const { priceId, periodStart, periodEnd } = await harness.gateway.getSubscription(subscription.id)
      expect(priceId).toBe(change.priceId)
      expect(periodStart.getTime()).toBeGreaterThan(subscription.periodStart.getTime())
      expect(periodEnd).toEqual(addMonths(periodStart, 12))
    })

    it('that costs less than the rest charges nothing, and the difference pays later invoices', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { key: '600-year' })
      const change = await changeTo(harness, subscription, 'unlimited-month')
      const { amountDue, amountLeft } = await harness.gateway.previewChange(change)
      expect(amountDue).toBe(0)
      const invoice = await harness.gateway.applyChange({ ...change, idempotencyKey: `up-${subscription.id}` })
      expect(invoice).toMatchObject({ status: 'paid', amountDue: 0, amountPaid: 0, paymentId: null })
      const price = await amountOf(harness, 'unlimited-month')
      const renewals = Math.ceil(amountLeft / price)
      for (let renewal = 1; renewal < renewals; renewal++) await harness.advance(customerId, 'renewal')
      const [latest] = await harness.gateway.listInvoices(subscription.id)
      expect(latest).toMatchObject({ status: 'paid', amountPaid: renewals * price - amountLeft })
    })

    it('in a free trial ends it and costs the full price', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness, { trialDays: 7 })
      const change = await changeTo(harness, subscription, 'unlimited-month')
      const price = await amountOf(harness, 'unlimited-month')
      expect(await harness.gateway.previewChange(change)).toMatchObject({ amountDue: price, amountLeft: 0 })
      const invoice = await harness.gateway.applyChange({ ...change, idempotencyKey: `up-${subscription.id}` })
      expect(invoice).toMatchObject({ status: 'paid', amountPaid: price })
      const { status, priceId, periodStart, periodEnd } = await harness.gateway.getSubscription(subscription.id)
      expect({ status, priceId }).toEqual({ status: 'active', priceId: change.priceId })
      expect(periodEnd).toEqual(addMonths(periodStart, 1))
    })

    it.each(['failsLater', 'needs3ds'] as const)('waits for its payment when the saved card %s', async (card) => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.setCard(customerId, card)
      const change = { ...(await changeTo(harness, subscription, 'unlimited-month')), idempotencyKey: `up-${subscription.id}` }
      const invoice = await harness.gateway.applyChange(change)
      expect(invoice).toMatchObject({ status: 'open', amountPaid: 0 })
      expect(invoice.hostedUrl).toMatch(/^https?:/)
      const { priceId, periodEnd } = subscription
      const waiting = await harness.gateway.getSubscription(subscription.id)
      expect(waiting).toMatchObject({ status: 'active', hasPendingChange: true, priceId, periodEnd })
      await harness.payInvoice(invoice.id, card === 'needs3ds' ? card : 'good')
      const changed = await harness.gateway.getSubscription(subscription.id)
      expect(changed).toMatchObject({ status: 'active', hasPendingChange: false, priceId: change.priceId })
    })

    it('that is not paid within a day is cancelled', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness)
      await harness.setCard(customerId, 'failsLater')
      const change = { ...(await changeTo(harness, subscription, 'unlimited-month')), idempotencyKey: `up-${subscription.id}` }
      const { id } = await harness.gateway.applyChange(change)
      await harness.advance(customerId, 'day')
      const { priceId } = subscription
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ priceId, hasPendingChange: false })
      expect(await harness.gateway.getInvoice(id)).toMatchObject({ status: 'void' })
    })

    it('of a subscription that has ended is refused', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness)
      await harness.gateway.cancelSubscription(subscription.id)
      const change = await changeTo(harness, subscription, 'unlimited-month')
      const { applyChange, scheduleChange } = harness.gateway
      const refusal = { name: 'PaymentError', failure: expect.stringMatching(/^(invalid|notFound)$/) }
      await expect(applyChange({ ...change, idempotencyKey: `up-${subscription.id}` })).rejects.toMatchObject(refusal)
      await expect(scheduleChange(subscription.id, change.priceId)).rejects.toMatchObject(refusal)
    })
  })

  describe('a scheduled change', () => {
    it('is made when the period ends, and then costs the new price', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { key: 'unlimited-month' })
      const priceId = await priceIdOf(harness, '600-month')
      const scheduled = await harness.gateway.scheduleChange(subscription.id, priceId)
      expect(scheduled).toMatchObject({
        status: 'active',
        priceId: subscription.priceId,
        scheduled: { priceId, startsAt: subscription.periodEnd },
      })
      expect(await harness.gateway.listInvoices(subscription.id)).toHaveLength(1)
      await harness.advance(customerId, 'renewal')
      const changed = await harness.gateway.getSubscription(subscription.id)
      expect(changed).toMatchObject({ priceId, status: 'active', periodStart: subscription.periodEnd })
      const [invoice] = await harness.gateway.listInvoices(subscription.id)
      expect(invoice).toMatchObject({ status: 'paid', amountPaid: await amountOf(harness, '600-month') })
    })

    it('to another interval begins a period of that length', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { key: 'unlimited-month' })
      await harness.gateway.scheduleChange(subscription.id, await priceIdOf(harness, '600-year'))
      await harness.advance(customerId, 'renewal')
      const { periodStart, periodEnd } = await harness.gateway.getSubscription(subscription.id)
      expect(periodStart).toEqual(subscription.periodEnd)
      expect(periodEnd).toEqual(addMonths(periodStart, 12))
    })

    it('replaces an earlier one', async () => {
      await using harness = await openHarness()
      const { subscription } = await subscribe(harness, { key: 'unlimited-year' })
      await harness.gateway.scheduleChange(subscription.id, await priceIdOf(harness, '600-month'))
      const priceId = await priceIdOf(harness, '600-year')
      const scheduled = await harness.gateway.scheduleChange(subscription.id, priceId)
      expect(scheduled.scheduled).toEqual({ priceId, startsAt: subscription.periodEnd })
    })

    it('can be cancelled, also when there is none', async () => {
      await using harness = await openHarness()
      const { customerId, subscription } = await subscribe(harness, { key: 'unlimited-month' })
      expect(await harness.gateway.cancelScheduledChange(subscription.id)).toMatchObject({ scheduled: null })
      await harness.gateway.scheduleChange(subscription.id, await priceIdOf(harness, '600-month'))
      expect(await harness.gateway.cancelScheduledChange(subscription.id)).toMatchObject({ scheduled: null })
      await harness.advance(customerId, 'renewal')
      expect(await harness.gateway.getSubscription(subscription.id)).toMatchObject({ priceId: subscription.priceId })
    })
  })
}
