import { describe, expect, it } from 'vitest'
import type { AppContext } from '#platform/context.ts'
import { executeSql } from '#platform/db/db.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import {
  dispute,
  payCheckout,
  refundByOperator,
  setCancelAtPeriodEnd,
  setCard,
  setSwitches,
} from '#platform/payments/sandbox/customerActions.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import { minutes } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type BillingServer, billingServer } from '#test/server/openBilling.ts'
import type { User } from '#test/server/user.ts'
import { billingGlobalContract } from '../contract.ts'
import { checkSessions } from './buy/checkSessions.ts'
import { confirmUpgrade } from './buy/confirmUpgrade.ts'
import { syncPayment } from './sync/syncPayment.ts'
import { syncSubscription } from './sync/syncSubscription.ts'

const refusals = { ...billingGlobalContract.checkSessions.refusals, ...billingGlobalContract.upgrade.refusals }

const subscriptionOf = async (user: User) => (await user.billing.subscription({})).data.subscription
const idOf = async (user: User) => (await subscriptionOf(user))?.id ?? ''
const firstRow = async <Row>(server: BillingServer, text: string, values: unknown[] = []): Promise<Row> => {
  const [row] = (await executeSql<Row & object>(server.ctx.db, text, values)).rows
  if (!row) throw new Error(`no row: ${text}`)
  return row
}
const paymentOf = async (server: BillingServer) =>
  (await firstRow<{ id: string }>(server, 'select payment_id as id from sandbox_payment order by created_at desc limit 1')).id

/** A context whose provider behaves differently for these calls. */
const withPayments = (server: BillingServer, changes: object): AppContext =>
  ({ ...server.ctx, payments: { ...server.ctx.payments, ...changes } }) as AppContext

describe('a refund', () => {
  it('is not lost when the subscription is read at the same time', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    const [id, payment] = [await idOf(user), await paymentOf(server)]
    const { customerId } = await server.gateway.getSubscription(id)
    await setSwitches(server.gateway.sandbox, customerId, { sends_nothing: true })
    server.clock.advance(minutes(1))
    await refundByOperator(server.gateway.sandbox, payment)
    const getPayment = async (paymentId: string) => {
      const read = await server.gateway.getPayment(paymentId)
      await syncSubscription(server.ctx, id)
      return read
    }
    await syncPayment(withPayments(server, { getPayment }), payment)
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
  })

  it.each(['hourlypacket', '600-month'] as const)('before %s was reported grants nothing', async (key) => {
    await using server = await billingServer()
    const user = await server.user()
    const checkout = (await server.choose(user, key)).data.checkout_session?.id ?? ''
    const { customerId } = await server.gateway.getCheckout(checkout)
    await setSwitches(server.gateway.sandbox, customerId, { sends_nothing: true })
    await payCheckout(server.gateway.sandbox, checkout, { card: testCard('good') })
    await setSwitches(server.gateway.sandbox, customerId, { sends_nothing: false })
    await refundByOperator(server.gateway.sandbox, await paymentOf(server))
    await server.waitForJobs()
    await user.billing.checkoutSession({ params: { id: checkout } })
    server.clock.advance(minutes(1))
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'starter', extra: 0 })
  })

  it('of a renewal ends the plan at once', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await server.advance(user, 'renewal')
    const { id } = await firstRow<{ id: string }>(
      server,
      'select payment_id as id from billing_invoice where payment_id is not null order by made_at desc limit 1',
    )
    await refundByOperator(server.gateway.sandbox, id)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
  })

  it('twice, after a dispute was won, appears in the history with all its seconds', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, 'hourlypacket')
    const payment = await paymentOf(server)
    for (const outcome of ['open', 'won'] as const) {
      await dispute(server.gateway.sandbox, payment, outcome)
      await server.waitForJobs()
    }
    await refundByOperator(server.gateway.sandbox, payment)
    await server.waitForJobs()
    const { list } = (await user.membership.transactions({ query: {} })).data
    expect(list.map(({ kind }) => kind).toSorted()).toEqual(['grant', 'grant', 'void', 'void'])
    expect(await server.membership(user)).toMatchObject({ extra: 0 })
  })

  it('of a second subscription waits until its dispute is won', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const pages: string[] = []
    for (const key of ['600-month', 'unlimited-month'] as const) {
      pages.push((await server.choose(user, key)).data.checkout_session?.id ?? '')
      await executeSql(server.ctx.db, `update billing_checkout set status = 'expired', checkout_id = null`)
    }
    const [first = '', second = ''] = pages
    await payCheckout(server.gateway.sandbox, first, { card: testCard('good') })
    await server.waitForJobs()
    const { customerId } = await server.gateway.getCheckout(second)
    await setSwitches(server.gateway.sandbox, customerId, { sends_nothing: true })
    await payCheckout(server.gateway.sandbox, second, { card: testCard('good') })
    const { subscriptionId } = await server.gateway.getCheckout(second)
    const [invoice] = await server.gateway.listInvoices(subscriptionId ?? '')
    const payment = invoice?.paymentId ?? ''
    await dispute(server.gateway.sandbox, payment, 'open')
    await syncSubscription(server.ctx, subscriptionId ?? '')
    await server.waitForJobs()
    expect(await server.gateway.getPayment(payment)).toMatchObject({ refunded: 0, dispute: 'open' })
    await dispute(server.gateway.sandbox, payment, 'won')
    await syncPayment(server.ctx, payment)
    await server.waitForJobs()
    const { refunded, amount } = await server.gateway.getPayment(payment)
    expect(refunded).toBe(amount)
  })
})

describe('a confirmed upgrade', () => {
  it('is refused when its period has ended, and can be chosen again', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    const id = await idOf(user)
    await server.choose(user, 'unlimited-month')
    server.clock.advance(minutes(1))
    await server.advance(user, 'renewal')
    const late = await expectRefusal(user.billing.upgrade({ params: { id }, body: {} }))
    expect(late.status).toBe(refusals.quoteExpired.status)
    server.clock.advance(minutes(2))
    await server.choose(user, 'unlimited-month')
    await user.billing.upgrade({ params: { id }, body: {} })
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited' })
  })

  it('is refused while the renewal is unpaid', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month', { card: 'failsLater' })
    const id = await idOf(user)
    await server.choose(user, 'unlimited-month')
    await server.advance(user, 'renewal')
    const { status } = await expectRefusal(user.billing.upgrade({ params: { id }, body: {} }))
    expect(status).toBe(refusals.paymentPending.status)
  })

  it('returns the same invoice to a tab that read its quote before', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await server.choose(user, 'unlimited-month')
    const request = { userId: user.id, subscriptionId: await idOf(user), price: undefined }
    let first: unknown
    const transaction = async <T>(work: (tx: AppContext) => Promise<T>): Promise<T> => {
      first ??= await confirmUpgrade(server.ctx, request)
      return server.ctx.transaction(work)
    }
    const second = await confirmUpgrade({ ...server.ctx, transaction }, request)
    expect(second).toEqual(first)
    expect(second).toMatchObject({ invoiceId: expect.any(String) as string })
  })

  it('returns its invoice after the process was killed before the invoice was stored', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await server.choose(user, 'unlimited-month')
    const request = { userId: user.id, subscriptionId: await idOf(user), price: undefined }
    const applyChange = async (change: Parameters<typeof server.gateway.applyChange>[0]) => {
      await server.gateway.applyChange(change)
      throw new Error('killed')
    }
    await expect(confirmUpgrade(withPayments(server, { applyChange }), request)).rejects.toThrow('killed')
    await server.waitForJobs()
    server.clock.advance(minutes(1))
    expect(await confirmUpgrade(server.ctx, request)).toMatchObject({ hostedUrl: null })
    await server.choose(user, 'unlimited-year')
    expect(await confirmUpgrade(server.ctx, request)).toMatchObject({ hostedUrl: null })
    expect(await server.gateway.listInvoices(request.subscriptionId)).toHaveLength(3)
  })
})

describe('a free trial', () => {
  it('continues when its card is changed to one that was used for another trial', async () => {
    await using server = await billingServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    await server.buy(anna, '600-month', { trial: true })
    const checkout = (await server.choose(ben, '600-month', { trial: true })).data.checkout_session?.id ?? ''
    await payCheckout(server.gateway.sandbox, checkout, { card: testCard('needs3ds'), isConfirmed: true })
    await server.waitForJobs()
    const { customerId, id } = await server.gateway.getSubscription(await idOf(ben))
    await setCard(server.gateway.sandbox, customerId, testCard('good'))
    await syncSubscription(server.ctx, id)
    await server.waitForJobs()
    expect(await server.membership(ben)).toMatchObject({ type: 'pro', renewal: 'stripe' })
    expect(await server.gateway.getSubscription(id)).toMatchObject({ status: 'trialing' })
  })

  it('is granted to one of two accounts that begin with one card at the same time', async () => {
    await using server = await billingServer({ runsJobs: false })
    const users = [await server.user('anna'), await server.user('ben')]
    const pages = await Promise.all(users.map((user) => server.choose(user, '600-month', { trial: true })))
    const ids = pages.map(({ data }) => data.checkout_session?.id ?? '')
    for (const id of ids) await payCheckout(server.gateway.sandbox, id, { card: testCard('good') })
    const replies = await Promise.all(users.map((user, n) => user.billing.checkoutSession({ params: { id: ids[n] ?? '' } })))
    expect(replies.filter(({ data }) => data.is_trial_refused)).toHaveLength(1)
  })
})

describe('a purchase', () => {
  it('in two tabs that choose different plans at the same time has one payable page', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.choose(user, 'hourlypacket')
    const [month, year] = [await server.price(user, '600-month'), await server.price(user, 'unlimited-year')]
    const request = (price: string) => ({ userId: user.id, price, isTrial: false, successUrl: server.url, cancelUrl: server.url })
    let other: Awaited<ReturnType<typeof checkSessions>> | undefined
    const createCheckout = async (checkout: Parameters<typeof server.gateway.createCheckout>[0]) => {
      other ??= await checkSessions(server.ctx, request(year))
      return server.gateway.createCheckout(checkout)
    }
    const own = await checkSessions(withPayments(server, { createCheckout }), request(month))
    const outcomes = []
    for (const session of [own, other])
      if (session && 'checkout' in session)
        outcomes.push(await payCheckout(server.gateway.sandbox, session.checkout?.id ?? '', { card: testCard('good') }))
    expect(outcomes.toSorted()).toEqual(['closed', 'paid'])
  })

  it('whose page could not be created can be retried later', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const price = await server.price(user, '600-month')
    const request = { userId: user.id, price, isTrial: false, successUrl: server.url, cancelUrl: server.url }
    const createCheckout = () => Promise.reject(new PaymentError('unavailable', 'down'))
    expect(await checkSessions(withPayments(server, { createCheckout }), request)).toEqual({ refused: 'unavailable' })
    server.clock.advance(minutes(5))
    expect(await server.choose(user, '600-month')).toMatchObject({ status: 0 })
  })

  it('of the canceled plan returns that it ends', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    await setCancelAtPeriodEnd(server.gateway.sandbox, await idOf(user), true)
    await server.waitForJobs()
    expect((await expectRefusal(server.choose(user, '600-month'))).status).toBe(refusals.endsAlready.status)
  })
})

describe('a plan that is paid, credited and paid again', () => {
  it('is paid', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-year')
    server.clock.advance(minutes(10))
    await server.choose(user, 'unlimited-month')
    await user.billing.upgrade({ params: { id: await idOf(user) }, body: {} })
    await server.waitForJobs()
    server.clock.advance(minutes(2))
    await server.choose(user, '600-year')
    await server.advance(user, 'renewal')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', flag: 'Yearly', left: 72_000, renewal: 'stripe' })
  })
})
