import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { type AlipayTampering, fakeAlipay } from '#test/fakes/qr/fakeAlipay.ts'
import { parseAlipayNotification } from './notifications.ts'
import { createAlipaySdk, openAlipay } from './openAlipay.ts'

const publicUrl = 'https://earshot.example'
const ORDER_NO = '019cadc69a8077c4859c2ccf578a706b'
const AGREEMENT_NO = 'a'.repeat(32)
const order = {
  orderNo: ORDER_NO,
  userId: 'u1',
  title: 'Earshot 600 分钟',
  amount: 3905,
  expiresAt: new Date('2026-11-28T12:00:00Z'),
}
const deduction = { orderNo: ORDER_NO, agreementNo: AGREEMENT_NO, title: 'Earshot', amount: 3200 }

describe('an order of Alipay', () => {
  it('is created, read, paid and refunded', async () => {
    await using fake = await fakeAlipay()
    const channel = openAlipay(createAlipaySdk(fake.config), fake.config, { publicUrl })
    expect(await channel.createOrder(order)).toBe(`https://qr.alipay.example/${ORDER_NO}`)
    expect(fake.trades.get(ORDER_NO)?.amount).toBe('39.05')
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'pending', amount: 3905, refunded: 0 })
    fake.trades.get(ORDER_NO)!.status = 'TRADE_SUCCESS'
    await channel.closeOrder(ORDER_NO)
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', transactionId: `28${ORDER_NO}` })
    await channel.refund({ orderNo: ORDER_NO, refundNo: `r-${ORDER_NO}`, amount: 3905 })
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', refunded: 3905 })
  })

  it('is also refunded when the merchant refunded it with another refund number', async () => {
    await using fake = await fakeAlipay()
    const channel = openAlipay(createAlipaySdk(fake.config), fake.config, { publicUrl })
    await channel.createOrder(order)
    fake.trades.get(ORDER_NO)!.status = 'TRADE_SUCCESS'
    await channel.refund({ orderNo: ORDER_NO, refundNo: 'of-the-shop', amount: 3905 })
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', refunded: 3905 })
  })

  it('is closed, and is unknown until it is scanned', async () => {
    await using fake = await fakeAlipay()
    const channel = openAlipay(createAlipaySdk(fake.config), fake.config, { publicUrl })
    await channel.createOrder(order)
    await channel.closeOrder(ORDER_NO)
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'closed', refunded: 0 })
    await expect(channel.getOrder('other-number')).rejects.toMatchObject({ failure: 'notFound' })
    await channel.closeOrder('other-number')
  })

  it.each<[AlipayTampering, string]>([
    ['otherKey', 'unavailable'],
    ['changedBody', 'unavailable'],
    ['unsigned', 'unavailable'],
    ['serverError', 'unavailable'],
    ['systemError', 'unavailable'],
    ['refused', 'invalid'],
  ])('is rejected when the response is %s', async (tampering, failure) => {
    await using fake = await fakeAlipay()
    fake.state.tampering = tampering
    await expect(openAlipay(createAlipaySdk(fake.config), fake.config, { publicUrl }).createOrder(order)).rejects.toMatchObject({
      failure,
    })
  })

  it('is refused by Alipay when the request is signed with another key', async () => {
    await using fake = await fakeAlipay()
    const config = { ...fake.config, privateKey: fake.otherKey }
    const channel = openAlipay(createAlipaySdk(config), config, { publicUrl })
    await expect(channel.createOrder(order)).rejects.toMatchObject({ failure: 'invalid' })
    expect(fake.trades.size).toBe(0)
  })
})

describe('recurring charges of Alipay', () => {
  it('are agreed to on a signed page, and charged', async () => {
    await using fake = await fakeAlipay()
    const channel = openAlipay(createAlipaySdk(fake.config), fake.config, { publicUrl })
    const agreement = { agreementNo: AGREEMENT_NO, userId: 'u1', title: 'Earshot', amount: 3200, months: 12 as const }
    const startsAt = new Date('2026-01-30T20:00:00Z')
    const url = new URL(await channel.createAgreement({ ...agreement, startsAt, expiresAt: startsAt }))
    expect(fake.isSigned(url.searchParams)).toBe(true)
    expect(url.searchParams.get('notify_url')).toBe(`${publicUrl}/payments/notify/alipay`)
    expect(JSON.parse(url.searchParams.get('biz_content') ?? '')).toMatchObject({
      external_agreement_no: AGREEMENT_NO,
      period_rule_params: { period_type: 'MONTH', period: 12, single_amount: '32.00', execute_time: '2026-01-28' },
    })
    await expect(channel.getAgreement(AGREEMENT_NO)).rejects.toMatchObject({ failure: 'notFound' })
    fake.agreements.set(AGREEMENT_NO, { agreementNo: '2026', status: 'NORMAL' })
    expect(await channel.getAgreement(AGREEMENT_NO)).toMatchObject({ state: 'signed' })
    // A repeated order number is charged once.
    for (let n = 0; n < 2; n++) expect(await channel.deduct(deduction)).toMatchObject({ state: 'paid', amount: 3200 })
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', amount: 3200 })
    for (let n = 0; n < 2; n++) await channel.endAgreement(AGREEMENT_NO)
    expect(await channel.getAgreement(AGREEMENT_NO)).toMatchObject({ state: 'ended' })
  })

  it('throw when they are refused or have no agreement', async () => {
    await using fake = await fakeAlipay()
    const channel = openAlipay(createAlipaySdk(fake.config), fake.config, { publicUrl })
    await expect(channel.deduct(deduction)).rejects.toMatchObject({ failure: 'notFound' })
    fake.agreements.set(AGREEMENT_NO, { agreementNo: '2026', status: 'NORMAL' })
    fake.state.declines = true
    await expect(channel.deduct(deduction)).rejects.toMatchObject({ failure: 'invalid' })
  })
})

describe('a notification of Alipay', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const fields = {
    app_id: '2021000000000001',
    notify_id: 'n1',
    notify_type: 'trade_status_sync',
    notify_time: '2026-11-28 20:00:00',
    out_trade_no: ORDER_NO,
    trade_status: 'TRADE_SUCCESS',
    total_amount: '39.05',
    subject: '100% 录音 & more',
  }
  const parse = ({ config }: Awaited<ReturnType<typeof fakeAlipay>>, body: string) =>
    parseAlipayNotification({ sdk: createAlipaySdk(config), appId: config.appId }, Buffer.from(body), now)

  it('names the order that was paid, or the agreement', async () => {
    await using fake = await fakeAlipay()
    expect(parse(fake, fake.notification(fields))).toEqual({
      eventId: 'alipay:n1',
      type: 'trade_status_sync',
      livemode: true,
      objects: [{ kind: 'order', id: ORDER_NO }],
    })
    const signed = { ...fields, notify_type: 'dut_user_sign', external_agreement_no: AGREEMENT_NO }
    expect(parse(fake, fake.notification(signed)).objects).toEqual([{ kind: 'agreement', id: AGREEMENT_NO }])
  })

  it.each([
    'forged',
    'changed',
    'stale',
    'of the future',
    'of another app',
    'signed with SHA-1',
    'SHA-1 that is called RSA2',
    'unsigned',
    'empty',
  ])('is refused when it is: %s', async (kind) => {
    await using fake = await fakeAlipay()
    const sha1 = { algorithm: 'RSA-SHA1', signType: 'RSA' }
    const cases: Record<string, string> = {
      forged: fake.notification(fields, { key: fake.otherKey }),
      changed: fake.notification(fields).replace('39.05', '99.05'),
      stale: fake.notification({ ...fields, notify_time: '2026-11-27 10:00:00' }),
      'of the future': fake.notification({ ...fields, notify_time: '2026-11-28 20:06:00' }),
      'of another app': fake.notification({ ...fields, app_id: '2021000000000002' }),
      'signed with SHA-1': fake.notification(fields, sha1),
      'SHA-1 that is called RSA2': fake.notification(fields, { ...sha1, signType: 'RSA2' }),
      unsigned: new URLSearchParams({ ...fields, sign_type: 'RSA2' }).toString(),
      empty: '',
    }
    expect(() => parse(fake, cases[kind]!)).toThrow(expect.objectContaining({ failure: 'signature' }) as Error)
  })

  it('is accepted for a day, because it is repeated for that long', async () => {
    await using fake = await fakeAlipay()
    const later = new Date(now.getTime() + days(1))
    const sdk = createAlipaySdk(fake.config)
    const body = Buffer.from(fake.notification(fields))
    expect(parseAlipayNotification({ sdk, appId: fake.config.appId }, body, later).eventId).toBe('alipay:n1')
  })
})
