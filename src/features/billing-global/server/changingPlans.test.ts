import { describe, expect, it } from 'vitest'
import { days, minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { payInvoice, setCancelAtPeriodEnd, setCard } from '#platform/payments/sandbox/customerActions.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type BillingServer, billingServer } from '#test/server/openBilling.ts'
import type { User } from '#test/server/user.ts'
import { useMinutes } from '#test/server/useMinutes.ts'
import { billingGlobalContract } from '../contract.ts'

const refusals = { ...billingGlobalContract.checkSessions.refusals, ...billingGlobalContract.upgrade.refusals }

const subscriptionOf = async (user: User) => (await user.billing.subscription({})).data

async function subscriber(server: BillingServer, key: Parameters<BillingServer['buy']>[1]) {
  const user = await server.user()
  await server.buy(user, key)
  return { user, id: (await subscriptionOf(user)).subscription?.id ?? '' }
}

describe('an upgrade (A§4)', () => {
  it('returns its amount and the value of the paid time, and begins when it is confirmed', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await useMinutes(server, user.id, 600, 'task')
    server.clock.advance(days(10))
    const { status, data } = await server.choose(user, 'unlimited-month')
    expect(status).toBe(-3)
    expect(data.preview_invoice).toMatchObject({ subscription_id: id, currency: 'USD' })
    const { amount_due = 0, amount_left = 0 } = data.preview_invoice ?? {}
    expect(amount_due).toBeGreaterThan(0)
    expect(amount_left).toBeGreaterThan(0)
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
    const price = await server.price(user, 'unlimited-month')
    const { data: confirmed } = await user.billing.upgrade({ params: { id }, body: { price } })
    expect(confirmed.hosted_invoice_url).toBeNull()
    const { data: invoice } = await user.billing.invoice({ params: { id: confirmed.invoice_id } })
    expect(invoice).toMatchObject({ status: 'paid', amount_due, currency: 'USD' })
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'stripe' })
  })

  it('is charged once when it is confirmed twice, and ten times at once', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await server.choose(user, 'unlimited-year')
    const confirm = () => user.billing.upgrade({ params: { id }, body: {} })
    const all = await Promise.all(Array.from({ length: 10 }, confirm))
    server.clock.advance(minutes(1))
    const again = await confirm()
    expect(new Set([...all, again].map(({ data }) => data.invoice_id)).size).toBe(1)
    expect((await user.billing.payments({})).data.filter(({ name }) => name === 'unlimited-year')).toHaveLength(1)
  })

  it('is refused after ten minutes, for another price, and for the subscription of another account', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    const other = await server.user('ben')
    expect((await expectRefusal(user.billing.upgrade({ params: { id }, body: {} }))).status).toBe(refusals.quoteExpired.status)
    await server.choose(user, '600-year')
    const price = await server.price(user, 'unlimited-year')
    expect((await expectRefusal(user.billing.upgrade({ params: { id }, body: { price } }))).status).toBe(
      refusals.quoteExpired.status,
    )
    await expect(other.billing.upgrade({ params: { id }, body: {} })).rejects.toMatchObject({ httpStatus: 404 })
    server.clock.advance(minutes(10))
    expect((await expectRefusal(user.billing.upgrade({ params: { id }, body: {} }))).status).toBe(refusals.quoteExpired.status)
    expect(await subscriptionOf(user)).toMatchObject({ subscription: { membership_flag: 'Monthly' } })
  })

  it('of two tabs is one: the quote of the other is void when the plan has changed', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await server.choose(user, 'unlimited-month')
    await server.choose(user, '600-year')
    const [month, year] = [await server.price(user, 'unlimited-month'), await server.price(user, '600-year')]
    await user.billing.upgrade({ params: { id }, body: { price: month } })
    expect((await expectRefusal(user.billing.upgrade({ params: { id }, body: { price: year } }))).status).toBe(
      refusals.quoteExpired.status,
    )
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', flag: 'Monthly' })
  })

  it('waits for its payment when the bank requires authentication, and blocks other purchases meanwhile', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    const subscription = await server.gateway.getSubscription(id)
    await setCard(server.gateway.sandbox, subscription.customerId, testCard('needs3ds'))
    await server.choose(user, 'unlimited-month')
    const { data } = await user.billing.upgrade({ params: { id }, body: {} })
    expect(data.hosted_invoice_url).toContain('/sandbox/invoice/')
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
    expect((await expectRefusal(server.choose(user, 'unlimited-year'))).status).toBe(refusals.paymentPending.status)
    await payInvoice(server.gateway.sandbox, data.invoice_id, { card: testCard('needs3ds'), isConfirmed: true })
    expect((await user.billing.invoice({ params: { id: data.invoice_id } })).data.status).toBe('paid')
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited' })
  })

  it('during a trial ends it and charges the plan', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month', { trial: true })
    const id = (await subscriptionOf(user)).subscription?.id ?? ''
    const { data } = await server.choose(user, 'unlimited-month')
    expect(data.preview_invoice?.amount_left).toBe(0)
    await user.billing.upgrade({ params: { id }, body: {} })
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'stripe' })
    expect((await user.membership.freeTrialStatus({})).data.countdown.is_active).toBe(false)
  })
})

describe('a downgrade (A§4)', () => {
  it('returns -4, begins at the end of the paid time, and keeps everything until then', async () => {
    await using server = await billingServer()
    const { user } = await subscriber(server, 'unlimited-month')
    const { status, data } = await server.choose(user, '600-month')
    expect(status).toBe(-4)
    expect(data.starts_at).toBe(Date.parse('2026-04-02T09:00Z') / 1000)
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'stripe' })
    expect((await subscriptionOf(user)).subscription_schedule).toEqual({
      membership_type: 'pro',
      membership_flag: 'Monthly',
      start_date: data.starts_at,
    })
    await server.advance(user, 'renewal')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'stripe' })
    expect((await subscriptionOf(user)).subscription_schedule).toBeNull()
  })

  it('is undone by choosing the running plan, and replaced by another one', async () => {
    await using server = await billingServer()
    const { user } = await subscriber(server, 'unlimited-year')
    await server.choose(user, '600-month')
    await server.choose(user, '600-year')
    expect((await subscriptionOf(user)).subscription_schedule).toMatchObject({ membership_flag: 'Yearly' })
    expect(await server.choose(user, 'unlimited-year')).toMatchObject({ status: -2 })
    expect((await subscriptionOf(user)).subscription_schedule).toBeNull()
  })

  it('is canceled by an upgrade', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, 'unlimited-month')
    await server.choose(user, '600-month')
    await server.choose(user, 'unlimited-year')
    await user.billing.upgrade({ params: { id }, body: {} })
    expect(await subscriptionOf(user)).toMatchObject({
      subscription: { membership_flag: 'Yearly' },
      subscription_schedule: null,
    })
  })

  it('and an upgrade are refused for a plan that was canceled, until it is resumed', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-year')
    await setCancelAtPeriodEnd(server.gateway.sandbox, id, true)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ renewal: null })
    expect((await expectRefusal(server.choose(user, '600-month'))).status).toBe(refusals.endsAlready.status)
    expect((await expectRefusal(server.choose(user, 'unlimited-year'))).status).toBe(refusals.endsAlready.status)
    await setCancelAtPeriodEnd(server.gateway.sandbox, id, false)
    expect(await server.choose(user, 'unlimited-year')).toMatchObject({ status: -3 })
  })

  it('never adds minutes twice for one month', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await useMinutes(server, user.id, 72_000, 'task')
    for (const key of ['unlimited-month', '600-month', 'unlimited-month'] as const) await server.choose(user, key)
    await user.billing.upgrade({ params: { id }, body: {} })
    await server.choose(user, '600-month')
    const { rows } = await executeSql<{ total: number }>(
      server.ctx.db,
      `select coalesce(sum(seconds_left), 0)::int as total from minute_grant where kind = 'plan'`,
    )
    expect(rows[0]?.total).toBe(0)
    await server.advance(user, 'renewal')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000 })
  })
})
