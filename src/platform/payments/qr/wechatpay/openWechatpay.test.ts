import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { fakeWechatpay, type Tampering } from '#test/fakes/qr/fakeWechatpay.ts'
import { parseWechatpayNotification } from './notifications.ts'
import { openWechatpay } from './openWechatpay.ts'

const publicUrl = 'https://earshot.example'
const ORDER_NO = '019cadc69a8077c4859c2ccf578a706b'
const order = (orderNo = ORDER_NO) => ({
  orderNo,
  userId: 'u1',
  title: 'Earshot 600 分钟',
  amount: 3900,
  expiresAt: new Date('2026-11-28T12:00:00Z'),
})
const agreement = {
  agreementNo: 'a'.repeat(32),
  userId: 'u1',
  title: 'Earshot 专业版',
  amount: 3200,
  months: 1 as const,
  startsAt: new Date(),
  expiresAt: new Date(),
}

describe('an order of WeChat Pay', () => {
  it('is created, read, paid and refunded', async () => {
    await using fake = await fakeWechatpay()
    const channel = openWechatpay(fake.config, { publicUrl })
    expect(await channel.createOrder(order())).toBe(`weixin://wxpay/bizpayurl?pr=${ORDER_NO}`)
    expect(await channel.getOrder(ORDER_NO)).toEqual({
      orderNo: ORDER_NO,
      state: 'pending',
      amount: 3900,
      refunded: 0,
      transactionId: null,
    })
    fake.orders.get(ORDER_NO)!.state = 'SUCCESS'
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', transactionId: `42${ORDER_NO}` })
    await channel.closeOrder(ORDER_NO)
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', refunded: 0 })
    await channel.refund({ orderNo: ORDER_NO, refundNo: `r-${ORDER_NO}`, amount: 3900 })
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', refunded: 3900 })
  })

  it('is closed, and is unknown before it is created', async () => {
    await using fake = await fakeWechatpay()
    const channel = openWechatpay(fake.config, { publicUrl })
    await channel.createOrder(order())
    await channel.closeOrder(ORDER_NO)
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'closed' })
    await expect(channel.getOrder('other-number')).rejects.toMatchObject({ failure: 'notFound' })
  })

  it.each<[Tampering, string]>([
    ['otherKey', 'unavailable'],
    ['changedBody', 'unavailable'],
    ['old', 'unavailable'],
    ['unsigned', 'unavailable'],
    ['serverError', 'unavailable'],
    ['refused', 'invalid'],
  ])('is rejected when the response is %s', async (tampering, failure) => {
    await using fake = await fakeWechatpay()
    fake.state.tampering = tampering
    await expect(openWechatpay(fake.config, { publicUrl }).createOrder(order())).rejects.toMatchObject({ failure })
  })

  it('is refused by WeChat Pay when the request is signed with another key', async () => {
    await using fake = await fakeWechatpay()
    const channel = openWechatpay({ ...fake.config, privateKey: fake.otherKey }, { publicUrl })
    await expect(channel.createOrder(order())).rejects.toMatchObject({ failure: 'invalid' })
    expect(fake.orders.size).toBe(0)
  })
})

describe('recurring charges of WeChat Pay', () => {
  it('are agreed to on a signed page, and charged once per number', async () => {
    await using fake = await fakeWechatpay()
    const channel = openWechatpay(fake.config, { publicUrl })
    const url = new URL(await channel.createAgreement(agreement))
    expect(url.pathname).toBe('/papay/entrustweb')
    expect(url.searchParams.get('notify_url')).toBe(`${publicUrl}/payments/notify/wechatpay`)
    expect(url.searchParams.get('sign')).toMatch(/^[0-9A-F]{32}$/)
    await expect(channel.getAgreement(agreement.agreementNo)).rejects.toMatchObject({ failure: 'notFound' })
    fake.contracts.set(agreement.agreementNo, { id: 'C1', isSigned: true })
    expect(await channel.getAgreement(agreement.agreementNo)).toMatchObject({ state: 'signed', clockOffset: 0 })
    await channel.announceDeduction({ agreementNo: agreement.agreementNo, amount: 3200 })
    const deduction = { orderNo: ORDER_NO, agreementNo: agreement.agreementNo, title: 'Earshot', amount: 3200 }
    for (let n = 0; n < 2; n++) expect(await channel.deduct(deduction)).toMatchObject({ state: 'paid', amount: 3200 })
    expect(fake.orders.size).toBe(1)
    expect(await channel.getOrder(ORDER_NO)).toMatchObject({ state: 'paid', transactionId: `43${ORDER_NO}` })
    for (let n = 0; n < 2; n++) await channel.endAgreement(agreement.agreementNo)
    expect(await channel.getAgreement(agreement.agreementNo)).toMatchObject({ state: 'ended' })
  })

  it('are pending when they were accepted and are not listed yet', async () => {
    await using fake = await fakeWechatpay()
    const channel = openWechatpay(fake.config, { publicUrl })
    fake.contracts.set(agreement.agreementNo, { id: 'C1', isSigned: true })
    const deduction = { orderNo: ORDER_NO, agreementNo: agreement.agreementNo, title: 'Earshot', amount: 3200 }
    fake.state.listsLater = true
    expect(await channel.deduct(deduction)).toMatchObject({ state: 'pending' })
    fake.state.listsLater = false
    expect(await channel.deduct(deduction)).toMatchObject({ state: 'paid', amount: 3200 })
  })

  it('have failed when they are refused', async () => {
    await using fake = await fakeWechatpay()
    const channel = openWechatpay(fake.config, { publicUrl })
    fake.contracts.set(agreement.agreementNo, { id: 'C1', isSigned: true })
    fake.state.declines = true
    const deduction = { orderNo: ORDER_NO, agreementNo: agreement.agreementNo, title: 'Earshot', amount: 3200 }
    expect(await channel.deduct(deduction)).toMatchObject({ state: 'failed' })
  })

  it('are not offered without a template', async () => {
    await using fake = await fakeWechatpay()
    expect(openWechatpay({ ...fake.config, agreements: null }, { publicUrl }).hasAgreements).toBe(false)
  })
})

describe('a notification of WeChat Pay', () => {
  const resource = {
    mchid: '1900000001',
    appid: 'wx1234567890',
    out_trade_no: ORDER_NO,
    amount: { total: 3900, currency: 'CNY' },
  }
  const now = new Date()
  const parse = ({ config }: Awaited<ReturnType<typeof fakeWechatpay>>, { headers, body }: { headers: object; body: string }) =>
    parseWechatpayNotification(config, headers as Record<string, string>, Buffer.from(body), now)

  it('names the order that was paid', async () => {
    await using fake = await fakeWechatpay()
    expect(parse(fake, fake.notification(resource))).toEqual({
      eventId: 'wechatpay:evt-1',
      type: 'TRANSACTION.SUCCESS',
      livemode: true,
      objects: [{ kind: 'order', id: ORDER_NO }],
    })
  })

  it.each([
    'forged',
    'changed',
    'stale',
    'of the future',
    'with another serial',
    'of another merchant',
    'of another app',
    'probe',
    'empty',
    'not encrypted',
  ])('is refused when it is: %s', async (kind) => {
    await using fake = await fakeWechatpay()
    const seconds = Math.floor(now.getTime() / 1000)
    const good = fake.notification(resource)
    const cases: Record<string, { headers: object; body: string }> = {
      forged: fake.notification(resource, { key: fake.otherKey }),
      changed: { ...good, body: good.body.replace('evt-1', 'evt-2') },
      stale: fake.notification(resource, { at: seconds - minutes(6) / 1000 }),
      'of the future': fake.notification(resource, { at: seconds + minutes(6) / 1000 }),
      'with another serial': fake.notification(resource, { serial: 'PUB_KEY_ID_0000' }),
      'of another merchant': fake.notification({ ...resource, mchid: '1900000002' }),
      'of another app': fake.notification({ ...resource, appid: 'wx0' }),
      probe: { ...good, headers: { ...good.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' } },
      empty: { headers: fake.signedHeaders(''), body: '' },
      'not encrypted': { headers: fake.signedHeaders(JSON.stringify(resource)), body: JSON.stringify(resource) },
    }
    expect(() => parse(fake, cases[kind]!)).toThrow(expect.objectContaining({ failure: 'signature' }) as Error)
  })

  it('in XML names the agreement or the charge, and is refused when it is forged or has a document type', async () => {
    await using fake = await fakeWechatpay()
    const signed = { mch_id: '1900000001', contract_code: 'a'.repeat(32), change_type: 'ADD', contract_id: 'C1' }
    const parseXml = (body: string) => parse(fake, { headers: {}, body })
    expect(parseXml(fake.xmlNotification(signed)).objects).toEqual([{ kind: 'agreement', id: 'a'.repeat(32) }])
    const charged = { mch_id: '1900000001', out_trade_no: ORDER_NO, result_code: 'SUCCESS' }
    expect(parseXml(fake.xmlNotification(charged)).objects).toEqual([{ kind: 'order', id: ORDER_NO }])
    const refused = [
      fake.xmlNotification(signed, 'e'.repeat(32)),
      fake.xmlNotification(signed).replace('ADD', 'DELETE'),
      fake.xmlNotification({ ...signed, mch_id: '1' }),
      `<!DOCTYPE x [<!ENTITY a "b">]>${fake.xmlNotification(signed)}`,
      '<xml',
      '<xml></xml>',
    ]
    for (const body of refused)
      expect(() => parseXml(body), body).toThrow(expect.objectContaining({ failure: 'signature' }) as Error)
  })
})
