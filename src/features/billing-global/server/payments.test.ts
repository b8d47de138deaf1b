import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { addMonths } from '#shared/addMonths.ts'
import { days, minutes } from '#shared/units.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { payCheckout, setCancelAtPeriodEnd, setCard, setSwitches } from '#platform/payments/sandbox/customerActions.ts'
import { give, readMembership } from '#features/membership/server.ts'
import { type BillingServer, billingServer } from '#test/server/openBilling.ts'
import type { User } from '#test/server/user.ts'
import { useMinutes } from '#test/server/useMinutes.ts'
import { syncSubscription } from './sync/syncSubscription.ts'

const subscriptionOf = async (user: User) => (await user.billing.subscription({})).data.subscription

const paymentOf = async (server: BillingServer, table: 'billing_invoice' | 'billing_pack'): Promise<string> => {
  const { rows } = await executeSql<{ payment_id: string }>(
    server.ctx.db,
    `select payment_id from ${table} where payment_id is not null order by made_at desc limit 1`,
  )
  return rows[0]?.payment_id ?? ''
}

async function payBack(server: BillingServer, paymentId: string): Promise<void> {
  server.clock.advance(minutes(1))
  await server.gateway.refund(paymentId, `test ${paymentId}`)
  await server.waitForJobs()
}

describe('renewals', () => {
  it('add the minutes of each paid month, and of each month of a paid year', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-year')
    const start = server.clock.now()
    for (let month = 1; month <= 12; month++) {
      expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000 })
      expect(await useMinutes(server, user.id, 72_000, `task ${month}`)).toBe(true)
      expect(await useMinutes(server, user.id, 1, `more ${month}`)).toBe(false)
      server.clock.advance(addMonths(start, month).getTime() - server.clock.now().getTime())
    }
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'stripe' })
  })

  it('keep unlimited minutes usable in the next month', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month')
    expect(await useMinutes(server, user.id, 100_000, 'first')).toBe(true)
    await server.advance(user, 'renewal')
    expect(await useMinutes(server, user.id, 100_000, 'second')).toBe(true)
  })

  it('that take an hour remove nothing meanwhile, and add nothing before they are paid', async () => {
    await using server = await billingServer({ runsJobs: false })
    const user = await server.user()
    const { data } = await server.choose(user, '600-month')
    const id = data.checkout_session?.id ?? ''
    await payCheckout(server.gateway.sandbox, id, { card: testCard('good') })
    await user.billing.checkoutSession({ params: { id } })
    await useMinutes(server, user.id, 71_000, 'first')
    server.clock.advance(days(31) + minutes(60))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 1000 })
    expect(await useMinutes(server, user.id, 1001, 'second')).toBe(false)
    server.clock.advance(minutes(120))
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
  })

  it('that fail add nothing, and the plan is restored when they are paid', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month', { card: 'failsLater' })
    await server.advance(user, 'renewal')
    expect(await subscriptionOf(user)).toMatchObject({ status: 'past_due' })
    expect((await subscriptionOf(user))?.open_invoice_url).toContain('/sandbox/invoice/')
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    const { customerId } = await server.gateway.getSubscription((await subscriptionOf(user))?.id ?? '')
    await setCard(server.gateway.sandbox, customerId, testCard('good'))
    for (const _ of [1, 2]) await server.advance(user, 'day')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'stripe' })
  })

  it('end with a canceled plan, which stays until the paid time is over', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await setCancelAtPeriodEnd(server.gateway.sandbox, (await subscriptionOf(user))?.id ?? '', true)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'pro', renewal: null })
    await server.advance(user, 'renewal')
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await subscriptionOf(user)).toBeNull()
    expect(await server.choose(user, '600-month')).toMatchObject({ status: 0 })
  })
})

describe('a refund', () => {
  it('voids the rest of a pack, never more, and records what was used', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, 'hourlypacket')
    await useMinutes(server, user.id, 18_000 + 3000, 'task')
    expect(await server.membership(user)).toMatchObject({ left: 0, extra: 4200 })
    for (const _ of [1, 2]) await payBack(server, await paymentOf(server, 'billing_pack'))
    expect(await server.membership(user)).toMatchObject({ left: 0, extra: 0 })
    const { rows } = await executeSql(server.ctx.db, 'select used_at_refund from billing_pack')
    expect(rows).toEqual([{ used_at_refund: 3000 }])
    expect((await user.billing.payments({})).data).toMatchObject([{ name: 'hourlypacket', status: 'refunded' }])
  })

  it('ends the plan, with its minutes', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await useMinutes(server, user.id, 600, 'task')
    await payBack(server, await paymentOf(server, 'billing_invoice'))
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    const { rows } = await executeSql(
      server.ctx.db,
      `select seconds_left, seconds_used, seconds_void from minute_grant where kind = 'plan'`,
    )
    expect(rows).toEqual([{ seconds_left: 0, seconds_used: 600, seconds_void: 71_400 }])
  })

  it('of an upgrade restores the previous plan', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await useMinutes(server, user.id, 600, 'task')
    server.clock.advance(days(1))
    await server.choose(user, 'unlimited-month')
    const { data } = await user.billing.upgrade({ params: { id: (await subscriptionOf(user))?.id ?? '' }, body: {} })
    expect(data.invoice_id).toBeTruthy()
    await server.waitForJobs()
    await payBack(server, await paymentOf(server, 'billing_invoice'))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 71_400 })
  })

  it('does not affect grants from a code or the operator', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await give(server.ctx, user.id, { plan: 'pro', months: 12 })
    await server.buy(user, 'unlimited-month')
    await payBack(server, await paymentOf(server, 'billing_invoice'))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', flag: 'Yearly', renewal: null })
  })
})

describe('deleting an account', () => {
  it('ends its subscription, and closes the page it could have paid on', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    const id = (await subscriptionOf(user))?.id ?? ''
    const page = (await server.choose(user, 'hourlypacket')).data.checkout_session?.id ?? ''
    await user.me.remove({})
    await server.waitForJobs()
    expect(await server.gateway.getSubscription(id)).toMatchObject({ status: 'canceled' })
    expect(await server.gateway.getCheckout(page)).toMatchObject({ status: 'expired' })
    const { rows } = await executeSql(server.ctx.db, 'select 1 from billing_subscription')
    expect(rows).toEqual([])
  })
})

/** From here on, the provider's notifications about the user are lost. */
async function loseNotifications(server: BillingServer, user: User): Promise<string> {
  const { id = '' } = (await subscriptionOf(user)) ?? {}
  const { customerId } = await server.gateway.getSubscription(id)
  await setSwitches(server.gateway.sandbox, customerId, { sends_nothing: true })
  return id
}

/** Pays for another subscription of a user who has one, as on a page opened elsewhere. */
async function paySecond(server: BillingServer, user: User) {
  const { customerId } = await server.gateway.getSubscription((await subscriptionOf(user))?.id ?? '')
  const [price] = await server.gateway.listPrices(['unlimited-month'])
  const { id } = await server.gateway.createCheckout({
    intentId: 'elsewhere',
    userId: user.id,
    customerId,
    priceId: price?.priceId ?? '',
    currency: 'usd',
    mode: 'subscription',
    trialDays: 0,
    successUrl: server.url,
    cancelUrl: server.url,
    expiresAt: new Date(server.clock.now().getTime() + minutes(31)),
  })
  await payCheckout(server.gateway.sandbox, id, { card: testCard('good') })
  const { subscriptionId } = await server.gateway.getCheckout(id)
  const [invoice] = await server.gateway.listInvoices(subscriptionId ?? '')
  return { subscriptionId: subscriptionId ?? '', paymentId: invoice?.paymentId ?? '' }
}

describe('a second subscription of one user', () => {
  it('is ended and refunded', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    const first = (await subscriptionOf(user))?.id
    const { subscriptionId, paymentId } = await paySecond(server, user)
    await server.waitForJobs()
    expect(await server.gateway.getSubscription(subscriptionId)).toMatchObject({ status: 'canceled' })
    const payment = await server.gateway.getPayment(paymentId)
    expect(payment.refunded).toBe(payment.amount)
    expect((await subscriptionOf(user))?.id).toBe(first)
    expect((await readMembership(server.ctx, user.id)).type).toBe('pro')
  })

  it('is also refunded when it is first seen after its end', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await loseNotifications(server, user)
    const { subscriptionId, paymentId } = await paySecond(server, user)
    server.clock.advance(minutes(1))
    await server.gateway.cancelSubscription(subscriptionId)
    await syncSubscription(server.ctx, subscriptionId)
    await server.waitForJobs()
    const payment = await server.gateway.getPayment(paymentId)
    expect(payment.refunded).toBe(payment.amount)
    expect(await server.membership(user)).toMatchObject({ type: 'pro', renewal: 'stripe' })
  })

  it('that was bought after the first one had ended is kept', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    const first = await loseNotifications(server, user)
    server.clock.advance(minutes(1))
    await server.gateway.cancelSubscription(first)
    server.clock.advance(minutes(1))
    const { subscriptionId, paymentId } = await paySecond(server, user)
    await server.gateway.cancelSubscription(subscriptionId)
    await syncSubscription(server.ctx, subscriptionId)
    await server.waitForJobs()
    expect(await server.gateway.getPayment(paymentId)).toMatchObject({ refunded: 0 })
  })
})
