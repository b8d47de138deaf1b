import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { endAgreementInApp, payOrder, refundOrder, setDeclines } from '#platform/payments/qr/sandbox/payerActions.ts'
import { setSwitches } from '#platform/payments/sandbox/customerActions.ts'
import { days, hours, minutes } from '#shared/units.ts'
import { type BillingChinaServer, billingChinaServer, paymentsOf, wait } from '#test/server/openBillingChina.ts'
import type { User } from '#test/server/user.ts'
import { reconcile, settleAll } from './sync/notifications.ts'
import { readOrder } from './sync/syncOrder.ts'
import { readPricing } from './pricing.ts'

// Read without a session, because sessions expire before the plan.
const currentOf = async (server: BillingChinaServer, user: User) => (await readPricing(server.ctx, user.id)).current

describe('the daily job', () => {
  it('finds a refund and the end of a plan without a notification', async () => {
    await using server = await billingChinaServer()
    const [user, other] = [await server.user(), await server.user('other')]
    const pack = await server.buy(user, 'hourlypacket')
    const plan = await server.buy(other, '600-month-web')
    const { rows } = await executeSql<{ id: string }>(server.ctx.db, 'select customer_id as id from sandbox_customer')
    for (const { id } of rows) await setSwitches(server.qr.sandbox, id, { sends_nothing: true })
    await refundOrder(server.qr.sandbox, pack)
    await endAgreementInApp(server.qr.sandbox, plan)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
    await reconcile(server.ctx)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 0 })
    expect(await server.membership(other)).toMatchObject({ type: 'pro', renewal: null })
  })
})

describe('a refunded period', () => {
  const payBack = async (server: BillingChinaServer, user: User, index: number): Promise<void> => {
    server.clock.advance(minutes(1))
    const { id, amount } = (await paymentsOf(server, user))[index]!
    await server.qr.channels.wechatpay?.refund({ orderNo: id, refundNo: `operator-${id}`, amount })
    await server.waitForJobs()
  }

  it('ends the plan when it is the one that runs, and nothing is charged again', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, '600-month-web')
    await payBack(server, user, 0)
    expect(await server.membership(user)).toMatchObject({ type: 'starter', renewal: null })
    expect(await currentOf(server, user)).toBeNull()
    expect(await server.qr.channels.wechatpay?.getAgreement(id)).toMatchObject({ state: 'ended' })
    await wait(server, days(31))
    expect(await paymentsOf(server, user)).toHaveLength(1)
  })

  it('does not affect later periods', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    await wait(server, days(31))
    await payBack(server, user, 1)
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'web' })
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'web' })
    expect(await paymentsOf(server, user)).toHaveLength(3)
  })

  it('of an upgrade restores the time of the previous plan, which then ends', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    const { expire_time } = (await currentOf(server, user))!
    await wait(server, days(10))
    await server.buy(user, 'unlimited-month-web')
    await payBack(server, user, 0)
    expect(await server.membership(user)).toMatchObject({ type: 'pro', renewal: null })
    expect(await currentOf(server, user)).toMatchObject({ uniq_name: '600-month-web', renews: false, expire_time })
    await wait(server, days(22))
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await paymentsOf(server, user)).toHaveLength(2)
  })
})

describe('a period', () => {
  it('that was paid by two attempts is refunded once', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, '600-month-web')
    await setDeclines(server.qr.sandbox, id, true)
    await wait(server, days(31))
    await setDeclines(server.qr.sandbox, id, false)
    await wait(server, hours(1))
    const { rows } = await executeSql<{ id: string }>(
      server.ctx.db,
      `update sandbox_qr_order set state = 'paid' where state = 'failed' returning order_no as id`,
    )
    await readOrder(server.ctx, { orderId: rows[0]!.id })
    await server.waitForJobs()
    const payments = await paymentsOf(server, user)
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'refunded'])
    expect(await server.qr.channels.wechatpay?.getOrder(rows[0]!.id)).toMatchObject({ refunded: 3200 })
    expect(await server.membership(user)).toMatchObject({ type: 'pro', renewal: 'web' })
  })

  it('that must be refunded is refunded by a sweep when its job was lost', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    await payOrder(server.qr.sandbox, id)
    await executeSql(server.ctx.db, `update billing_qr_order set state = 'paid', is_settled = true, pays_back = true`)
    await settleAll(server.ctx)
    const { rows } = await executeSql<{ n: number }>(
      server.ctx.db,
      `select count(*)::int as n from pgboss.job where name = 'billing-china.refund-order'`,
    )
    expect(rows[0]?.n).toBe(1)
  })
})
