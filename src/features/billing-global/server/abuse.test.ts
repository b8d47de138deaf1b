import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { dispute, payCheckout } from '#platform/payments/sandbox/customerActions.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import { minutes } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type BillingServer, billingServer } from '#test/server/openBilling.ts'
import { type User, signUp } from '#test/server/user.ts'
import { useMinutes } from '#test/server/useMinutes.ts'
import { billingGlobalContract } from '../contract.ts'
import { type Purchase, startCheckout } from './buy/startCheckout.ts'

const { refusals } = billingGlobalContract.checkSessions

const paymentIds = async (server: BillingServer, table: 'billing_invoice' | 'billing_pack') =>
  (await executeSql<{ payment_id: string }>(server.ctx.db, `select payment_id from ${table} where payment_id is not null`)).rows

/** Sets the outcome of a dispute about the only payment of this kind. */
async function setDispute(server: BillingServer, table: 'billing_invoice' | 'billing_pack', outcome: 'open' | 'won' | 'lost') {
  const [payment] = await paymentIds(server, table)
  server.clock.advance(minutes(1))
  await dispute(server.gateway.sandbox, payment?.payment_id ?? '', outcome)
  await server.waitForJobs()
}

describe('a dispute', () => {
  it('freezes a pack, and restores the rest of it when it is won', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, 'hourlypacket')
    await useMinutes(server, user.id, 18_000 + 600, 'task')
    await setDispute(server, 'billing_pack', 'open')
    expect(await server.membership(user)).toMatchObject({ extra: 0 })
    expect(await useMinutes(server, user.id, 60, 'refused')).toBe(false)
    await setDispute(server, 'billing_pack', 'won')
    expect(await server.membership(user)).toMatchObject({ extra: 6600 })
    expect((await user.billing.payments({})).data).toMatchObject([{ status: 'paid' }])
  })

  it('suspends a plan with its minutes, and restores it when it is won', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await useMinutes(server, user.id, 600, 'task')
    await setDispute(server, 'billing_invoice', 'open')
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect((await user.billing.payments({})).data).toMatchObject([{ status: 'disputed' }])
    await setDispute(server, 'billing_invoice', 'won')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 71_400 })
  })

  it('that is lost voids the purchase for good', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-year')
    await setDispute(server, 'billing_invoice', 'open')
    await setDispute(server, 'billing_invoice', 'lost')
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
  })
})

describe('a free trial', () => {
  const claim = async (server: BillingServer, user: User): Promise<void> => {
    await executeSql(server.ctx.db, 'update account set email_verified = true where user_id = $1', [user.id])
    await server.buy(user, '600-month', { trial: true })
  }

  it.each([
    ['the same address with a tag', 'anna+work@example.org'],
    ['the same mailbox with dots', 'a.n.n.a@gmail.com'],
  ])('is not granted again to %s, even after the first account was deleted', async (_, address) => {
    await using server = await billingServer()
    const first = await signUp(server.url, 'anna')
    const domain = address.slice(address.indexOf('@'))
    await executeSql(server.ctx.db, 'update account set email = $1 where user_id = $2', [`anna${domain}`, first.id])
    await claim(server, first)
    await first.me.remove({})
    await server.waitForJobs()
    const second = await signUp(server.url, 'berta')
    await executeSql(server.ctx.db, 'update account set email = $1, email_verified = true where user_id = $2', [
      address,
      second.id,
    ])
    expect((await second.membership.freeTrialStatus({})).data.trial_info).toMatchObject({ can_claim: false, has_claimed: true })
    expect((await expectRefusal(server.choose(second, '600-month', { trial: true }))).status).toBe(refusals.trialUsed.status)
  })

  it('is granted once to an address that was never verified', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-year', { trial: true })
    expect((await user.membership.freeTrialStatus({})).data.trial_info.can_claim).toBe(false)
  })
})

describe('a lost response of the provider', () => {
  it('leads to the same page when the purchase is retried', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const { ctx, gateway } = server
    const [price] = await gateway.listPrices(['600-month'])
    const purchase: Purchase = {
      userId: user.id,
      purpose: 'subscription',
      priceId: price?.priceId ?? '',
      currency: 'usd',
      isTrial: false,
      successUrl: server.url,
      cancelUrl: server.url,
    }
    let created = ''
    const loseAnswer = async (checkout: Parameters<typeof gateway.createCheckout>[0]) => {
      created = (await gateway.createCheckout(checkout)).id
      throw new PaymentError('unavailable', 'the response is lost')
    }
    const withLoss = { ...ctx, payments: { ...gateway, createCheckout: loseAnswer } }
    await expect(startCheckout(withLoss, purchase)).rejects.toThrow('the response is lost')
    expect(await startCheckout(ctx, purchase)).toMatchObject({ id: created })
  })

  it('of an upgrade charges once', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    const id = (await user.billing.subscription({})).data.subscription?.id ?? ''
    await server.choose(user, 'unlimited-year')
    const [before] = await server.gateway.listInvoices(id)
    // The change was made, but the process was killed before it was stored.
    await executeSql(server.ctx.db, 'update billing_quote set confirmed_at = changes_at')
    const { rows } = await executeSql<{ quote_id: string; price_id: string; changes_at: Date }>(
      server.ctx.db,
      'select quote_id, price_id, changes_at from billing_quote',
    )
    const [quote] = rows
    await server.gateway.applyChange({
      subscriptionId: id,
      priceId: quote?.price_id ?? '',
      at: quote?.changes_at ?? new Date(0),
      idempotencyKey: `up:${quote?.quote_id}`,
    })
    await user.billing.upgrade({ params: { id }, body: {} })
    const invoices = await server.gateway.listInvoices(id)
    expect(invoices).toHaveLength(2)
    expect(invoices.at(-1)?.id).toBe(before?.id)
  })
})

describe('a late payment', () => {
  it('counts although its page was replaced by another one', async () => {
    await using server = await billingServer({ runsJobs: false })
    const user = await server.user()
    const first = (await server.choose(user, 'hourlypacket')).data.checkout_session?.id ?? ''
    await payCheckout(server.gateway.sandbox, first, { card: testCard('good') })
    const second = (await server.choose(user, 'hourlypacket3')).data.checkout_session?.id ?? ''
    expect(second).not.toBe(first)
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
  })
})
