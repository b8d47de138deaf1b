import { describe, expect, it } from 'vitest'
import { days, hours, type Millis } from '#shared/units.ts'
import { subscribe, changeTo, newCheckout, buy } from '#test/payments/buyPlan.ts'
import { openSandboxHarness, createSandboxHarness, SANDBOX_SETTINGS, sandboxOf } from '#test/payments/openSandboxHarness.ts'
import { testServer } from '#test/server/testServer.ts'
import { advanceBy } from '../customerActions.ts'
import { periodEndAfter } from './periods.ts'

/** The sandbox on a server whose clock shows `time`. */
async function openAt(time: string) {
  const server = await testServer({ settings: SANDBOX_SETTINGS })
  server.clock.advance(Date.parse(time) - server.clock.now().getTime())
  return {
    harness: createSandboxHarness(server),
    server,
    sandbox: sandboxOf(server),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const dayOf = (time: Date | undefined) => time?.toISOString().slice(0, 10)

describe('the periods of a subscription', () => {
  it('anchored on the 31st end with short months and return to the 31st', async () => {
    await using at = await openAt('2027-01-31T10:00:00Z')
    const { customerId, subscription } = await subscribe(at.harness)
    const ends = [dayOf(subscription.periodEnd)]
    for (let month = 0; month < 4; month++) {
      await at.harness.advance(customerId, 'renewal')
      ends.push(dayOf((await at.harness.gateway.getSubscription(subscription.id)).periodEnd))
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'])
  })

  it('follow leap years', async () => {
    await using at = await openAt('2028-01-31T10:00:00Z')
    const { subscription } = await subscribe(at.harness)
    expect(dayOf(subscription.periodEnd)).toBe('2028-02-29')
  })

  it('of a year that begins on 29 February return to it', async () => {
    await using at = await openAt('2028-02-29T10:00:00Z')
    const { customerId, subscription } = await subscribe(at.harness, { key: '600-year' })
    const ends = [dayOf(subscription.periodEnd)]
    for (let year = 0; year < 3; year++) {
      await at.harness.advance(customerId, 'renewal')
      ends.push(dayOf((await at.harness.gateway.getSubscription(subscription.id)).periodEnd))
    }
    expect(ends).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  it('are counted from the end of a trial', async () => {
    await using at = await openAt('2027-01-24T10:00:00Z')
    const { customerId, subscription } = await subscribe(at.harness, { trialDays: 7 })
    await at.harness.advance(customerId, 'trialEnd')
    await at.harness.advance(customerId, 'renewal')
    expect(dayOf((await at.harness.gateway.getSubscription(subscription.id)).periodEnd)).toBe('2027-03-31')
  })

  it('are never empty', () => {
    const anchor = new Date('2027-01-31T10:00:00Z')
    for (const start of ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', '2027-03-30T10:00:00Z', '2031-12-31T10:00:00Z'])
      expect(periodEndAfter(new Date(start), anchor, 1).getTime()).toBeGreaterThan(Date.parse(start))
  })
})

describe('what is due', () => {
  it('is processed in order, each at its own time, however late it is read', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { subscription } = await subscribe(at.harness, { trialDays: 7 })
    at.server.clock.advance(days(100))
    const { status, periodStart } = await at.harness.gateway.getSubscription(subscription.id)
    expect([status, dayOf(periodStart)]).toEqual(['active', '2026-06-09'])
    const invoices = await at.harness.gateway.listInvoices(subscription.id)
    expect(invoices.map(({ createdAt }) => dayOf(createdAt))).toEqual([
      '2026-06-09',
      '2026-05-09',
      '2026-04-09',
      '2026-03-09',
      '2026-03-02',
    ])
  })

  it('is processed by a job when nothing is read', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { subscription } = await subscribe(at.harness)
    const stored = () =>
      at.sandbox.db
        .withTables<{ sandbox_invoice: { subscription_id: string } }>()
        .selectFrom('sandbox_invoice')
        .where('subscription_id', '=', subscription.id)
        .select('subscription_id')
        .execute()
    at.server.clock.advance(days(40))
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(2)
  })

  it('of two subscriptions and a checkout is processed together', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { customer } = await buy(at.harness, { key: 'hourlypacket' })
    const { checkout: first } = await buy(at.harness, {}, customer)
    const { checkout: second } = await buy(at.harness, { key: 'unlimited-month' }, customer)
    const { id } = await at.harness.gateway.createCheckout(await newCheckout(at.harness, customer))
    await advanceBy(at.sandbox, customer.customerId, days(32))
    expect(await at.harness.gateway.getCheckout(id)).toMatchObject({ status: 'expired' })
    for (const { subscriptionId } of [first, second])
      expect(await at.harness.gateway.listInvoices(subscriptionId ?? '')).toHaveLength(2)
  })

  it('happens on the clock of each customer', async () => {
    await using harness = await openSandboxHarness()
    const { customerId, subscription } = await subscribe(harness)
    const other = await subscribe(harness)
    await harness.advance(customerId, 'renewal')
    expect((await harness.gateway.getSubscription(subscription.id)).clockOffset).toBe(days(31))
    expect(await harness.gateway.getSubscription(other.subscription.id)).toEqual(other.subscription)
  })
})

describe('a declined renewal', () => {
  /** Returns the state at some hours after the renewal. */
  async function stateAfter(...times: Millis[]) {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { customerId, subscription } = await subscribe(at.harness, { card: 'failsLater' })
    await at.harness.advance(customerId, 'renewal')
    const states: string[] = []
    let elapsed = 0
    for (const time of times) {
      await advanceBy(at.sandbox, customerId, time - elapsed)
      elapsed = time
      states.push((await at.harness.gateway.getSubscription(subscription.id)).status)
    }
    const [invoice] = await at.harness.gateway.listInvoices(subscription.id)
    return { states, invoice }
  }

  it('is tried three times, and ends the subscription after a week', async () => {
    const { states, invoice } = await stateAfter(0, days(1), days(3), days(5), days(7) - hours(1), days(7))
    expect(states).toEqual(['past_due', 'past_due', 'past_due', 'past_due', 'past_due', 'canceled'])
    expect(invoice).toMatchObject({ status: 'uncollectible', amountPaid: 0 })
  })

  it('is paid by the next attempt when the customer has saved a good card', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { customerId, subscription } = await subscribe(at.harness, { card: 'failsLater' })
    await at.harness.advance(customerId, 'renewal')
    await at.harness.advance(customerId, 'day')
    await at.harness.setCard(customerId, 'good')
    expect(await at.harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'past_due' })
    await at.harness.advance(customerId, 'day')
    await at.harness.advance(customerId, 'day')
    expect(await at.harness.gateway.getSubscription(subscription.id)).toMatchObject({ status: 'active' })
    expect(await at.harness.gateway.listInvoices(subscription.id)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
  })
})

describe('the rules of the sandbox', () => {
  it('credit the rest of a period to the second', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { customerId, subscription } = await subscribe(at.harness)
    await advanceBy(at.sandbox, customerId, days(10) + 1234)
    const { priceId } = await changeTo(at.harness, subscription, 'unlimited-month')
    const change = { subscriptionId: subscription.id, priceId, at: at.server.clock.now() }
    const share = (days(31) - days(10) - 1000) / days(31)
    const [left, price] = [Math.round(1290 * share), Math.round(2900 * share)]
    expect(await at.harness.gateway.previewChange(change)).toEqual({ amountLeft: left, amountDue: price - left, currency: 'usd' })
  })

  it('refuse a change at a time that is not in the period, and a key used for another request', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const { subscription } = await subscribe(at.harness)
    const change = await changeTo(at.harness, subscription, 'unlimited-month')
    const { previewChange, applyChange } = at.harness.gateway
    const refusal = { name: 'PaymentError', failure: 'invalid' }
    for (const time of [-1000, days(32)]) {
      const other = { ...change, at: new Date(change.at.getTime() + time) }
      await expect(previewChange(other)).rejects.toMatchObject(refusal)
    }
    await applyChange({ ...change, idempotencyKey: 'one' })
    const { priceId } = await changeTo(at.harness, subscription, 'unlimited-year')
    await expect(applyChange({ ...change, priceId, idempotencyKey: 'one' })).rejects.toMatchObject(refusal)
  })

  it('refuse checkouts that are open too long, and URLs that are not pages', async () => {
    await using at = await openAt('2026-03-02T09:00:00Z')
    const request = await newCheckout(at.harness, await at.harness.createCustomer())
    const from = (time: Millis) => new Date(at.server.clock.now().getTime() + time)
    for (const changed of [{ expiresAt: from(hours(25)) }, { expiresAt: from(0) }, { successUrl: 'javascript:alert(1)' }])
      await expect(at.harness.gateway.createCheckout({ ...request, ...changed })).rejects.toMatchObject({ failure: 'invalid' })
  })

  it('let minutes be bought in another currency than the plan', async () => {
    await using harness = await openSandboxHarness()
    const { customer } = await buy(harness, { currency: 'eur' })
    const { checkout } = await buy(harness, { key: 'hourlypacket', currency: 'usd' }, customer)
    expect(checkout).toMatchObject({ status: 'complete', currency: 'usd' })
  })
})
