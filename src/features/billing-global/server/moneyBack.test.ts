import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { dispute, refundByOperator, setCancelAtPeriodEnd } from '#platform/payments/sandbox/customerActions.ts'
import { createCodes, give } from '#features/membership/server.ts'
import { minutes } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type BillingServer, billingServer } from '#test/server/openBilling.ts'
import type { User } from '#test/server/user.ts'
import { billingGlobalContract } from '../contract.ts'
import type { PlanKey } from '../rules.ts'

const { upgrade, checkSessions } = billingGlobalContract

const subscriptionOf = async (user: User) => (await user.billing.subscription({})).data.subscription

async function subscriber(server: BillingServer, key: PlanKey) {
  const user = await server.user()
  await server.buy(user, key)
  server.clock.advance(minutes(1))
  return { user, id: (await subscriptionOf(user))?.id ?? '' }
}

/** Returns the ids of all payments of invoices, oldest first. */
const paymentsOf = async (server: BillingServer): Promise<string[]> =>
  (
    await executeSql<{ id: string }>(
      server.ctx.db,
      'select payment_id as id from billing_invoice where payment_id is not null order by made_at',
    )
  ).rows.map(({ id }) => id)

describe('a refunded plan', () => {
  it('ends, and is not charged again', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-year')
    const [payment = ''] = await paymentsOf(server)
    await refundByOperator(server.gateway.sandbox, payment)
    await server.waitForJobs()
    expect(await server.gateway.getSubscription(id)).toMatchObject({ status: 'canceled' })
    expect(await subscriptionOf(user)).toBeNull()
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await server.choose(user, '600-month')).toMatchObject({ status: 0 })
  })

  it('of which an older month was refunded continues, and the list of payments is updated', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await server.advance(user, 'renewal')
    const [first = ''] = await paymentsOf(server)
    await refundByOperator(server.gateway.sandbox, first)
    await server.waitForJobs()
    expect(await server.gateway.getSubscription(id)).toMatchObject({ status: 'active' })
    expect((await user.billing.payments({})).data.map(({ status }) => status)).toEqual(['paid', 'refunded'])
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
  })

  it('cannot be upgraded while the bank holds the money', async () => {
    await using server = await billingServer()
    const { user } = await subscriber(server, '600-year')
    const [payment = ''] = await paymentsOf(server)
    await dispute(server.gateway.sandbox, payment, 'open')
    await server.waitForJobs()
    expect((await expectRefusal(server.choose(user, 'unlimited-month'))).status).toBe(
      checkSessions.refusals.paymentPending.status,
    )
    server.clock.advance(minutes(1))
    await dispute(server.gateway.sandbox, payment, 'won')
    await server.waitForJobs()
    expect(await server.choose(user, 'unlimited-month')).toMatchObject({ status: -3 })
  })

  it('also ends the plan that was paid with the rest of its time', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-year')
    await server.choose(user, 'unlimited-month')
    await user.billing.upgrade({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited' })
    const [payment = ''] = await paymentsOf(server)
    for (const outcome of ['open', 'lost'] as const) {
      server.clock.advance(minutes(1))
      await dispute(server.gateway.sandbox, payment, outcome)
      await server.waitForJobs()
    }
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await server.gateway.getSubscription(id)).toMatchObject({ status: 'canceled' })
  })
})

describe('an upgrade', () => {
  it('of two tabs is refused when the request does not say which one was confirmed', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await server.choose(user, 'unlimited-month')
    await server.choose(user, 'unlimited-year')
    const refused = await expectRefusal(user.billing.upgrade({ params: { id }, body: {} }))
    expect(refused.status).toBe(upgrade.refusals.quoteExpired.status)
    const price = await server.price(user, 'unlimited-month')
    await user.billing.upgrade({ params: { id }, body: { price } })
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', flag: 'Monthly' })
  })

  it('is refused when the plan has been canceled', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await server.choose(user, 'unlimited-month')
    await setCancelAtPeriodEnd(server.gateway.sandbox, id, true)
    await server.waitForJobs()
    const refused = await expectRefusal(user.billing.upgrade({ params: { id }, body: {} }))
    expect(refused.status).toBe(upgrade.refusals.quoteExpired.status)
    expect((await user.billing.payments({})).data).toHaveLength(1)
  })

  it('that was applied can be confirmed again even after ten minutes', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await server.choose(user, 'unlimited-month')
    const first = await user.billing.upgrade({ params: { id }, body: {} })
    server.clock.advance(minutes(11))
    expect((await user.billing.upgrade({ params: { id }, body: {} })).data).toEqual(first.data)
  })
})

describe('a free trial', () => {
  it('is not offered to users with a plan: canceled, or granted by the operator', async () => {
    await using server = await billingServer()
    const { user, id } = await subscriber(server, '600-month')
    await setCancelAtPeriodEnd(server.gateway.sandbox, id, true)
    await server.waitForJobs()
    expect((await user.membership.freeTrialStatus({})).data.trial_info.can_claim).toBe(false)
    const other = await server.user('ben')
    await give(server.ctx, other.id, { plan: 'unlimited', months: 12 })
    expect((await other.membership.freeTrialStatus({})).data.trial_info.can_claim).toBe(false)
    const refused = await expectRefusal(server.choose(other, '600-month', { trial: true }))
    expect(refused.status).toBe(checkSessions.refusals.trialUsed.status)
  })
})

describe('an activation code', () => {
  it('for the plan that renews stays unused', async () => {
    await using server = await billingServer()
    const { user } = await subscriber(server, '600-month')
    const [code = ''] = await createCodes(server.ctx, { tier: 'pro', months: 3, count: 1 })
    expect((await expectRefusal(user.membership.redeemCode({ body: { code } }))).status).toBe(-22)
    const other = await server.user('ben')
    expect((await other.membership.redeemCode({ body: { code } })).data.tier).toBe('pro')
  })
})
