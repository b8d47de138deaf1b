import { describe, expect, it } from 'vitest'
import { payOrder } from '#platform/payments/qr/sandbox/payerActions.ts'
import { minutes, seconds } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { billingChinaServer } from '#test/server/openBillingChina.ts'
import { billingChinaContract } from '../contract.ts'

const { refusals } = billingChinaContract.checkout
const notFound = { httpStatus: 404 }

describe('pricing (A§3)', () => {
  it('lists four plans and four packs with every field, and the payment methods', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { data } = await user.billingChina.pricing({})
    expect(data.products.map(({ uniq_name }) => uniq_name)).toEqual([
      '600-month-web',
      '600-year-web',
      'unlimited-month-web',
      'unlimited-year-web',
      'hourlypacket',
      'hourlypacket2',
      'hourlypacket3',
      'hourlypacket4',
    ])
    expect(data.products[1]).toEqual({
      type: 'membership',
      minutes: 1200,
      price: 29_800,
      tags: ['yearly', 'pro'],
      purchase_type: 'sub',
      sku_id: '600-year-web-cny',
      product_id: '600-year-web',
      uniq_name: '600-year-web',
      is_current: false,
    })
    expect(data).toMatchObject({ current: null, change_details: {}, pay_methods: ['wechatpay', 'alipay'] })
  })
})

describe('a pack of minutes (A§4, A§7)', () => {
  it('is paid by its QR code, and adds its minutes once', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { data } = await server.order(user, 'hourlypacket2')
    expect(data).toMatchObject({ status: 'pending', expire_time: Math.floor(server.clock.now().getTime() / 1000) + 60 })
    expect(data.qrcode).toContain(data.order_id)
    const order = () => user.billingChina.order({ params: { id: data.order_id } })
    expect((await order()).data.status).toBe('pending')
    await payOrder(server.qr.sandbox, data.order_id)
    server.clock.advance(seconds(5))
    expect((await order()).data.status).toBe('paid')
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 36_000 })
    expect((await user.billingChina.orders({})).data).toMatchObject([{ name: 'hourlypacket2', amount: 3900, status: 'paid' }])
  })

  it('expires after a minute, and is refreshed by a new order that closes the old one', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const first = (await server.order(user, 'hourlypacket')).data
    server.clock.advance(minutes(1))
    expect((await user.billingChina.order({ params: { id: first.order_id } })).data.status).toBe('expired')
    const second = (await server.order(user, 'hourlypacket')).data
    expect(second.order_id).not.toBe(first.order_id)
    expect(await payOrder(server.qr.sandbox, first.order_id)).toBe('closed')
    expect(await payOrder(server.qr.sandbox, second.order_id)).toBe('done')
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ extra: 7200 })
  })

  it('of another account, and one that does not exist, is not found', async () => {
    await using server = await billingChinaServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    const { data } = await server.order(anna, 'hourlypacket')
    await expect(ben.billingChina.order({ params: { id: data.order_id } })).rejects.toMatchObject(notFound)
    await expect(ben.billingChina.order({ params: { id: 'none' } })).rejects.toMatchObject(notFound)
  })

  it.each([
    [{ amount: 1 }, refusals.wrongAmount],
    [{ sku_id: 'other' }, refusals.unknownProduct],
    [{ product_id: 'hourlypacket3' }, refusals.unknownProduct],
  ])('is refused with %j', async (body, { status }) => {
    await using server = await billingChinaServer()
    const user = await server.user()
    expect((await expectRefusal(server.order(user, 'hourlypacket', body))).status).toBe(status)
  })
})

describe('a plan (A§4, A§7)', () => {
  it('is agreed to by its QR code, and starts with the first charge', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { data } = await server.subscribe(user, '600-month-web')
    expect(data).toMatchObject({ status: 'pending', change_type: 'new' })
    const has = async () => (await user.billingChina.subscription({ query: {} })).data.has_subscription
    expect(await has()).toBe(false)
    // With equal times, neither plan would be the latest.
    server.clock.advance(1000)
    await server.buy(user, '600-month-web')
    expect(await has()).toBe(true)
    expect(await server.membership(user)).toMatchObject({ type: 'pro', flag: 'Monthly', left: 72_000, renewal: 'web' })
    const { current } = (await user.billingChina.pricing({})).data
    expect(current).toMatchObject({ uniq_name: '600-month-web', is_current: true, renews: true, next: null })
  })
})
