import { describe, expect, it } from 'vitest'
import type { AppContext } from '#platform/context.ts'
import { executeSql } from '#platform/db/db.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import type { QrChannel } from '#platform/payments/qr/qrPayments.ts'
import { payOrder, signAgreement } from '#platform/payments/qr/sandbox/payerActions.ts'
import { setSwitches, type Switches } from '#platform/payments/sandbox/customerActions.ts'
import { minutes, seconds } from '#shared/units.ts'
import { type BillingChinaServer, billingChinaServer, purchaseOf } from '#test/server/openBillingChina.ts'
import { startOrder } from './buy/startOrder.ts'
import { settleAll } from './sync/notifications.ts'
import { listDue } from './storeAgreements.ts'
import { findOrder } from './storeOrders.ts'
import { checkOrder, settleOrder, syncOrder } from './sync/syncOrder.ts'

/** A context whose channel behaves differently for these calls. */
function withChannel(server: BillingChinaServer, changes: Partial<QrChannel>): AppContext {
  const { qrPayments } = server.ctx
  const wechatpay = { ...server.qr.channels.wechatpay, ...changes } as QrChannel
  return { ...server.ctx, qrPayments: { ...qrPayments, channels: { ...server.qr.channels, wechatpay } } } as AppContext
}
const down = () => Promise.reject(new PaymentError('unavailable', 'down'))

const setNotifications = async (server: BillingChinaServer, switches: Partial<Switches>): Promise<void> => {
  const { rows } = await executeSql<{ id: string }>(server.ctx.db, 'select customer_id as id from sandbox_customer')
  for (const { id } of rows) await setSwitches(server.qr.sandbox, id, switches)
}
const orderOf = async (server: BillingChinaServer, id: string) => {
  const order = await findOrder(server.ctx, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

/** Settles closed orders without waiting for the open code. */
async function settleClosed(server: BillingChinaServer): Promise<void> {
  const text = `select order_id as id from billing_qr_order where state <> 'pending' and not is_settled`
  for (const { id } of (await executeSql<{ id: string }>(server.ctx.db, text)).rows) await settleOrder(server.ctx, id)
}

describe('a payment', () => {
  it('of the last second counts, even if it is found after the code expired', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    server.clock.advance(seconds(59))
    await payOrder(server.qr.sandbox, id)
    server.clock.advance(seconds(2))
    expect((await user.billingChina.order({ params: { id } })).data.status).toBe('paid')
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
  })

  it('without a notification or a poll is found when the order is settled', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    await setNotifications(server, { sends_nothing: true })
    await payOrder(server.qr.sandbox, id)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
  })

  it('that is reported three times, and read many times at once, adds its minutes once', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    await setNotifications(server, { sends_duplicates: true, sends_late_first: true })
    await payOrder(server.qr.sandbox, id)
    const order = await orderOf(server, id)
    await Promise.all(Array.from({ length: 8 }, () => syncOrder(server.ctx, order)))
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
    const { list } = (await user.membership.transactions({ query: {} })).data
    expect(list.filter(({ kind }) => kind === 'grant')).toHaveLength(1)
  })

  it('of a refreshed code is refunded when the new code is paid too', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const first = (await server.order(user, 'hourlypacket')).data.order_id
    // The channel does not respond while the code is refreshed, so the first one can still be paid.
    const refreshed = await startOrder(
      withChannel(server, { getOrder: down, closeOrder: down }),
      user.id,
      purchaseOf('hourlypacket'),
    )
    const second = 'order_id' in refreshed ? refreshed.order_id : ''
    expect(await orderOf(server, first)).toMatchObject({ state: 'expired', is_settled: false })
    // At the same time: as soon as one is known to be paid, the other is closed.
    const outcomes = await Promise.all([first, second].map((id) => payOrder(server.qr.sandbox, id)))
    expect(outcomes).toEqual(['done', 'done'])
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
    const refunds = [first, second].map(async (id) => (await server.qr.channels.wechatpay?.getOrder(id))?.refunded)
    expect((await Promise.all(refunds)).toSorted()).toEqual([0, 990])
  })

  it('of another amount has no effect', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    const getOrder = async () => ({ orderNo: id, state: 'paid' as const, amount: 1, refunded: 0, transactionId: 'x' })
    await syncOrder(withChannel(server, { getOrder }), await orderOf(server, id))
    expect(await server.membership(user)).toMatchObject({ extra: 0 })
  })

  it('that is refunded voids its minutes', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, 'hourlypacket')
    await server.qr.channels.wechatpay?.refund({ orderNo: id, refundNo: 'operator', amount: 990 })
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 0 })
    expect((await user.billingChina.orders({})).data).toMatchObject([{ status: 'refunded' }])
  })
})

describe('an order', () => {
  it('is one for two tabs and a double click', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const replies = await Promise.all(
      ['hourlypacket', 'hourlypacket', 'hourlypacket2'].map((key) => server.order(user, key as 'hourlypacket')),
    )
    await settleClosed(server)
    const outcomes = []
    for (const { data } of replies) outcomes.push(await payOrder(server.qr.sandbox, data.order_id))
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(1)
  })

  it('is read from its channel at most every five seconds, and once when it expires', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    let asked = 0
    const getOrder = async (orderNo: string) => {
      asked++
      return await server.qr.channels.wechatpay!.getOrder(orderNo)
    }
    const ctx = withChannel(server, { getOrder })
    for (let second = 0; second < 57; second += 3) {
      server.clock.advance(seconds(3))
      await checkOrder(ctx, await orderOf(server, id))
    }
    expect(asked).toBeLessThanOrEqual(12)
    const before = asked
    server.clock.advance(seconds(6))
    expect(await checkOrder(ctx, await orderOf(server, id))).toBe('expired')
    const atExpiry = asked
    await checkOrder(ctx, await orderOf(server, id))
    expect([atExpiry - before, asked - atExpiry]).toEqual([2, 0])
  })

  it('also expires while its channel does not respond, and is settled later', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    server.clock.advance(minutes(1))
    expect(await checkOrder(withChannel(server, { getOrder: down }), await orderOf(server, id))).toBe('expired')
    expect(await orderOf(server, id)).toMatchObject({ is_settled: false })
    expect(await settleOrder(server.ctx, id)).toBe('expired')
    expect(await orderOf(server, id)).toMatchObject({ is_settled: true })
  })

  it('whose code cannot be fetched has that status, and can be started again', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const failed = await startOrder(withChannel(server, { createOrder: down }), user.id, purchaseOf('hourlypacket'))
    expect(failed).toMatchObject({ status: 'create_failed', qrcode: '' })
    expect((await server.order(user, 'hourlypacket')).data.status).toBe('pending')
  })

  it('whose job was lost is settled by a sweep', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { order_id: id } = (await server.order(user, 'hourlypacket')).data
    await executeSql(server.ctx.db, `delete from pgboss.job where name = 'billing-china.settle-order'`)
    server.clock.advance(minutes(11))
    await settleAll(server.ctx)
    await server.waitForJobs()
    expect(await orderOf(server, id)).toMatchObject({ state: 'expired', is_settled: true })
  })
})

describe('a notification', () => {
  const notify = (server: BillingChinaServer, provider: string, body = '{}') =>
    fetch(`${server.url}/payments/notify/${provider}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

  it('is refused without a signature, and for a channel that is not configured', async () => {
    await using server = await billingChinaServer()
    const unsigned = await notify(server, 'sandbox')
    expect([unsigned.status, await unsigned.text()]).toEqual([422, 'fail'])
    expect((await notify(server, 'alipay')).status).toBe(404)
    expect((await notify(server, 'sandbox', 'x'.repeat(300_000))).status).toBe(413)
  })
})

describe('deleting an account', () => {
  it('closes its code, ends its plan, and refunds later payments', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const plan = await server.buy(user, '600-month-web')
    const { order_id: open } = (await server.order(user, 'hourlypacket')).data
    await setNotifications(server, { sends_nothing: true })
    await payOrder(server.qr.sandbox, open)
    await user.me.remove({})
    await setNotifications(server, { sends_nothing: false })
    await server.waitForJobs()
    expect(await server.qr.channels.wechatpay?.getAgreement(plan)).toMatchObject({ state: 'ended' })
    expect(await server.qr.channels.wechatpay?.getOrder(open)).toMatchObject({ refunded: 990 })
    expect(await listDue(server.ctx, new Date('2100-01-01'))).toEqual([])
  })
})

describe('a second plan of one user', () => {
  it('that was agreed to in another tab is not charged', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const first = (await server.subscribe(user, '600-month-web')).data.sub_id
    await executeSql(server.ctx.db, `update billing_qr_agreement set state = 'expired' where sub_id = $1`, [first])
    const second = (await server.subscribe(user, '600-year-web')).data.sub_id
    for (const id of [second, first]) await signAgreement(server.qr.sandbox, id)
    await server.waitForJobs()
    expect((await user.billingChina.orders({})).data).toHaveLength(1)
    const states = [first, second].map(async (id) => (await server.qr.channels.wechatpay?.getAgreement(id))?.state)
    expect((await Promise.all(states)).toSorted()).toEqual(['ended', 'signed'])
  })
})
