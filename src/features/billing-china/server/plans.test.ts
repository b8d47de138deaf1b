import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import type { QrChannel } from '#platform/payments/qr/qrPayments.ts'
import { advanceAgreement, endAgreementInApp, setDeclines, signAgreement } from '#platform/payments/qr/sandbox/payerActions.ts'
import { days, hours, minutes } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type BillingChinaServer, billingChinaServer, paymentsOf, purchaseOf, wait } from '#test/server/openBillingChina.ts'
import type { User } from '#test/server/user.ts'
import { billingChinaContract } from '../contract.ts'
import { startSubscription } from './buy/startSubscription.ts'
import { readPricing } from './pricing.ts'
import { charge } from './sync/charge.ts'
import { renew } from './sync/renew.ts'

// Read without a session, because sessions expire before the plan.
const currentOf = async (server: BillingChinaServer, user: User) => (await readPricing(server.ctx, user.id)).current

const { refusals } = billingChinaContract.subscribe

describe('a plan', () => {
  it('is charged once per period, and adds the minutes of each', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    for (let month = 1; month <= 3; month++) {
      await wait(server, days(31))
      await wait(server, minutes(10))
      expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'web' })
      expect(await paymentsOf(server, user)).toHaveLength(month + 1)
    }
  })

  it('is charged once by many processes at the same moment', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const subId = await server.buy(user, '600-month-web')
    server.clock.advance(days(31))
    await Promise.all(Array.from({ length: 8 }, () => charge(server.ctx, { subId })))
    await server.waitForJobs()
    expect(await paymentsOf(server, user)).toHaveLength(2)
  })

  it('is announced five days before it is charged', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    const announced = async () =>
      (await executeSql<{ at: Date | null }>(server.ctx.db, 'select announced_at as at from sandbox_qr_agreement')).rows[0]?.at
    await wait(server, days(20))
    expect(await announced()).toBeNull()
    await wait(server, days(7))
    expect(await announced()).not.toBeNull()
    await wait(server, minutes(10))
    const mails = server.sentMails.filter(({ subject }) => subject.includes('renews'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/Earshot 专业版（月付）将于 .*日自动续费，通过微信支付扣款 ¥32.00.*\/member\/manage/s)
    expect(mails[0]?.text).toMatch(/Your Earshot Pro plan \(paid each month\) renews on .*: ¥32.00 is charged with WeChat Pay/)
  })

  it('that follows another one is announced before it is charged for the first time', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month-web')
    await server.buy(user, '600-month-web')
    await wait(server, days(27))
    expect(server.sentMails.filter(({ text }) => text.includes('¥32.00'))).toHaveLength(1)
  })

  it('that was canceled is not announced', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    await user.billingChina.endSubscription({ query: {} })
    await wait(server, days(27))
    expect(server.sentMails.filter(({ subject }) => subject.includes('renews'))).toEqual([])
  })

  it('whose charge fails is charged three times, and then ends', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, '600-month-web')
    await setDeclines(server.qr.sandbox, id, true)
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
    await wait(server, hours(1))
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
    await wait(server, hours(1))
    expect(await server.membership(user)).toMatchObject({ type: 'starter', renewal: null })
    expect(await paymentsOf(server, user)).toHaveLength(1)
    expect(await server.qr.channels.wechatpay?.getAgreement(id)).toMatchObject({ state: 'ended' })
  })

  it('whose charge fails once continues when the next attempt succeeds', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, '600-month-web')
    await setDeclines(server.qr.sandbox, id, true)
    await wait(server, days(31))
    await setDeclines(server.qr.sandbox, id, false)
    await wait(server, hours(1))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'web' })
    expect(await paymentsOf(server, user)).toHaveLength(2)
  })

  it('whose first charge fails does not start, and is ended at the channel', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { sub_id: id } = (await server.subscribe(user, '600-month-web')).data
    await setDeclines(server.qr.sandbox, id, true)
    await signAgreement(server.qr.sandbox, id)
    await server.waitForJobs()
    expect((await user.billingChina.subscription({ query: {} })).data).toEqual({ has_subscription: false, status: 'failed' })
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await server.qr.channels.wechatpay?.getAgreement(id)).toMatchObject({ state: 'ended' })
  })

  it.each(['here', 'in the app'])('that is ended %s continues until its paid time ends', async (where) => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, '600-month-web')
    if (where === 'here') await user.billingChina.endSubscription({ query: {} })
    else await endAgreementInApp(server.qr.sandbox, id)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'pro', renewal: null })
    expect(await currentOf(server, user)).toMatchObject({ renews: false })
    expect((await user.billingChina.subscription({ query: {} })).data.has_subscription).toBe(true)
    await wait(server, days(32))
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await currentOf(server, user)).toBeNull()
  })

  it('that is running cannot be bought again (A§5)', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    expect((await expectRefusal(server.subscribe(user, '600-month-web'))).status).toBe(refusals.currentPlan.status)
  })

  it('is charged earlier when the test clock of its customer is set forward', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, '600-month-web')
    await advanceAgreement(server.qr.sandbox, id, days(31))
    await server.waitForJobs()
    await wait(server, minutes(10))
    expect(await paymentsOf(server, user)).toHaveLength(2)
  })

  it('is followed by the next one when the test clock is set forward', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const id = await server.buy(user, 'unlimited-month-web')
    await server.buy(user, '600-month-web')
    await advanceAgreement(server.qr.sandbox, id, days(31))
    await server.waitForJobs()
    await wait(server, minutes(10))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'web' })
  })
})

describe('an upgrade', () => {
  it('is charged minus the rest of the old plan, and replaces it at once', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const old = await server.buy(user, '600-month-web')
    await wait(server, days(14))
    const { change_details } = (await user.billingChina.pricing({})).data
    const quote = change_details['unlimited-month-web']
    expect(quote?.change_type).toBe('upgrade')
    expect((quote?.amount ?? 0) + (quote?.credit ?? 0)).toBe(6400)
    await server.buy(user, 'unlimited-month-web')
    expect((await paymentsOf(server, user))[0]).toMatchObject({ name: 'unlimited-month-web', amount: quote?.amount })
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'web' })
    expect(await currentOf(server, user)).toMatchObject({ uniq_name: 'unlimited-month-web' })
    expect(await server.qr.channels.wechatpay?.getAgreement(old)).toMatchObject({ state: 'ended' })
    await wait(server, days(32))
    await wait(server, minutes(10))
    expect((await paymentsOf(server, user)).map(({ name }) => name)).toEqual([
      'unlimited-month-web',
      'unlimited-month-web',
      '600-month-web',
    ])
  })

  it('costs the price shown up to ten minutes ago, and no other', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month-web')
    await wait(server, days(10))
    const { amount } = (await readPricing(server.ctx, user.id)).change_details['unlimited-year-web']!
    server.clock.advance(minutes(10))
    const later = (await readPricing(server.ctx, user.id)).change_details['unlimited-year-web']!.amount
    expect(later).toBeGreaterThan(amount)
    for (const change_amount of [amount - 1, later + 1])
      expect(await startSubscription(server.ctx, user.id, { ...purchaseOf('unlimited-year-web'), change_amount })).toEqual({
        refused: 'wrongAmount',
      })
    const plan = await startSubscription(server.ctx, user.id, { ...purchaseOf('unlimited-year-web'), change_amount: amount })
    await signAgreement(server.qr.sandbox, 'sub_id' in plan ? plan.sub_id : '')
    await server.waitForJobs()
    expect((await paymentsOf(server, user))[0]).toMatchObject({ name: 'unlimited-year-web', amount })
  })

  it('that is never agreed to changes nothing', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    await server.subscribe(user, 'unlimited-month-web')
    expect((await user.billingChina.subscription({ query: {} })).data.has_subscription).toBe(false)
    await wait(server, minutes(2))
    expect(await currentOf(server, user)).toMatchObject({ uniq_name: '600-month-web', renews: true })
    expect(await server.membership(user)).toMatchObject({ type: 'pro', renewal: 'web' })
  })
})

describe('a downgrade', () => {
  it('is agreed to now, and begins at the end of the paid time', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month-web')
    await server.buy(user, '600-month-web')
    expect((await user.billingChina.subscription({ query: {} })).data.has_subscription).toBe(true)
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited' })
    expect(await currentOf(server, user)).toMatchObject({
      uniq_name: 'unlimited-month-web',
      next: { uniq_name: '600-month-web' },
    })
    expect(await paymentsOf(server, user)).toHaveLength(1)
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'web' })
    expect(await paymentsOf(server, user)).toMatchObject([
      { name: '600-month-web', amount: 3200 },
      { name: 'unlimited-month-web', amount: 6400 },
    ])
  })

  it('is canceled on request, and the plan renews', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month-web')
    const next = await server.buy(user, '600-month-web')
    await user.billingChina.endSubscription({ query: { next: 'true' } })
    await server.waitForJobs()
    expect(await currentOf(server, user)).toMatchObject({ uniq_name: 'unlimited-month-web', next: null, renews: true })
    expect(await server.qr.channels.wechatpay?.getAgreement(next)).toMatchObject({ state: 'ended' })
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'web' })
    expect(await paymentsOf(server, user)).toHaveLength(2)
  })
})

describe('the renewal', () => {
  it('of one user is not blocked by another whose announcement is refused', async () => {
    await using server = await billingChinaServer()
    const [user, other] = [await server.user(), await server.user('other')]
    const refused = await server.buy(user, '600-month-web')
    const good = await server.buy(other, '600-month-web')
    server.clock.advance(days(27))
    const wechatpay: QrChannel = {
      ...server.qr.channels.wechatpay!,
      announceDeduction: async ({ agreementNo }) => {
        if (agreementNo === refused) throw new PaymentError('invalid', 'the agreement is not known')
      },
    }
    const qrPayments = { ...server.ctx.qrPayments!, channels: { ...server.qr.channels, wechatpay } }
    await renew({ ...server.ctx, qrPayments })
    const { rows } = await executeSql<{ sub_id: string }>(
      server.ctx.db,
      'select sub_id from billing_qr_agreement where announced_for is not null',
    )
    expect(rows.map(({ sub_id }) => sub_id)).toEqual([good])
  })
})
