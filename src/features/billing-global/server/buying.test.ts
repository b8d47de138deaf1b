import { describe, expect, it } from 'vitest'
import { days, minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { payCheckout } from '#platform/payments/sandbox/customerActions.ts'
import { give } from '#features/membership/server.ts'
import { billingServer } from '#test/server/openBilling.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'
import { billingGlobalContract } from '../contract.ts'

const { refusals } = billingGlobalContract.checkSessions

describe('buying a plan (A§4, A§7)', () => {
  it('starts it when its page is paid, and adds its minutes', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const { status, data } = await server.choose(user, '600-month')
    expect(status).toBe(0)
    expect(data.checkout_session?.url).toContain(`${server.url}/sandbox/checkout/`)
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    const id = await server.buy(user, '600-month')
    expect(id).toBe(data.checkout_session?.id)
    expect(await server.membership(user)).toEqual({ type: 'pro', flag: 'Monthly', left: 72_000, extra: 0, renewal: 'stripe' })
    const session = await user.billing.checkoutSession({ params: { id } })
    expect(session.data).toMatchObject({ id, payment_status: 'paid', status: 'complete', is_trial_refused: false })
    expect((await user.billing.subscription({})).data).toMatchObject({
      subscription: { membership_type: 'pro', membership_flag: 'Monthly', status: 'active', currency: 'USD' },
      subscription_schedule: null,
    })
  })

  it('delivers it on the page that the payment returns to, without a notification', async () => {
    await using server = await billingServer({ runsJobs: false })
    const user = await server.user()
    const { data } = await server.choose(user, 'unlimited-year')
    const id = data.checkout_session?.id ?? ''
    expect((await user.billing.checkoutSession({ params: { id } })).data.payment_status).toBe('unpaid')
    await payCheckout(server.gateway.sandbox, id, { card: testCard('good') })
    const sessions = await Promise.all(Array.from({ length: 10 }, () => user.billing.checkoutSession({ params: { id } })))
    expect(sessions.map(({ data: { payment_status } }) => payment_status)).toEqual(Array(10).fill('paid'))
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', flag: 'Yearly' })
    const { rows } = await executeSql(server.ctx.db, `select 1 from membership where source = 'payment'`)
    expect(rows).toHaveLength(1)
  })

  it('opens one page for a double click and for two tabs', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const price = await server.price(user, '600-year')
    const choose = () => user.billing.checkSessions({ headers: {}, body: { line_items: [{ price }] } })
    const sessions = await Promise.all(Array.from({ length: 8 }, choose))
    expect(new Set(sessions.map(({ data }) => data.checkout_session?.id)).size).toBe(1)
  })

  it('closes the page of another product, and opens a new one when it has expired', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const first = (await server.choose(user, '600-month')).data.checkout_session?.id ?? ''
    const second = (await server.choose(user, 'unlimited-month')).data.checkout_session?.id ?? ''
    expect(second).not.toBe(first)
    expect(await payCheckout(server.gateway.sandbox, first, { card: testCard('good') })).toBe('closed')
    server.clock.advance(minutes(32))
    const third = (await server.choose(user, 'unlimited-month')).data.checkout_session?.id
    expect(third).not.toBe(second)
  })

  it('is an upgrade when the page of the first choice was paid in another tab', async () => {
    await using server = await billingServer({ runsJobs: false })
    const user = await server.user()
    const first = (await server.choose(user, '600-month')).data.checkout_session?.id ?? ''
    await payCheckout(server.gateway.sandbox, first, { card: testCard('good') })
    expect(await server.choose(user, 'unlimited-month')).toMatchObject({ status: -3 })
    expect(await server.choose(user, '600-month')).toMatchObject({ status: -2 })
  })

  it('returns -6 with the old currency when the running plan is paid in another one', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month', { region: 'EU' })
    expect(await server.choose(user, 'unlimited-month', { region: 'JP' })).toMatchObject({
      status: -6,
      data: { old_price_currency: 'EUR', checkout_session: null, preview_invoice: null },
    })
  })

  it('is refused for a plan of an app store, and where nothing is sold', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await give(server.ctx, user.id, { plan: 'pro', months: 1 })
    await executeSql(server.ctx.db, `update membership set renewal = 'ios' where source = 'manual'`)
    expect((await expectRefusal(server.choose(user, 'unlimited-month'))).status).toBe(refusals.phoneStore.status)
    await using free = await testServer()
    const other = await free.user()
    expect((await other.billing.prices({ query: {} })).data).toEqual([])
    const body = { line_items: [{ price: 'price_1:usd' }] }
    expect((await expectRefusal(other.billing.checkSessions({ headers: {}, body }))).status).toBe(refusals.notSold.status)
    expect((await expectRefusal(other.billing.portal({}))).status).toBe(refusals.notSold.status)
  })

  it('is part of the global build only', async () => {
    await using server = await testServer({ settings: { REGION: 'cn' } })
    const user = await server.user()
    await expect(user.billing.prices({ query: {} })).rejects.toMatchObject({ httpStatus: 404 })
  })

  it('is refused for prices that are not offered, and invalid with other numbers or lines', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const price = await server.price(user, '600-month')
    const send = (line_items: unknown, more: object = {}) => {
      server.clock.advance(minutes(1))
      return user.billing.checkSessions({ headers: {}, body: { line_items, ...more } as never })
    }
    for (const id of [
      `${price.split(':')[0]}:nok`,
      'price_of_others:usd',
      price.replace(':usd', ''),
      "'; drop table account; --",
    ])
      expect((await expectRefusal(send([{ price: id }]))).status).toBe(refusals.unknownPrice.status)
    for (const quantity of [0, -1, 1.5, 1e9, '1', null])
      await expect(send([{ price, quantity }])).rejects.toMatchObject({ httpStatus: 422 })
    await expect(send([])).rejects.toMatchObject({ httpStatus: 422 })
    await expect(send([{ price }, { price }])).rejects.toMatchObject({ httpStatus: 422 })
    for (const free_trial_days of [365, -7, 6])
      await expect(send([{ price }], { free_trial_days })).rejects.toMatchObject({ httpStatus: 422 })
    const { rows } = await executeSql(server.ctx.db, 'select 1 from billing_checkout')
    expect(rows).toEqual([])
  })

  it('returns only to pages of this server, whatever the client names', async () => {
    await using server = await billingServer()
    const user = await server.user()
    const price = await server.price(user, '600-month')
    const targets = [
      ['https://evil.example/member/index', '/member/index'],
      ['//evil.example', '/'],
      ['javascript:alert(1)', '/member/purchase'],
      ['/file/123', '/member/purchase'],
    ] as const
    for (const [address, page] of targets) {
      server.clock.advance(minutes(1))
      const body = { line_items: [{ price }], success_url: address, cancel_url: address }
      await user.billing.checkSessions({ headers: {}, body })
      const { rows } = await executeSql<{ success_url: string; cancel_url: string }>(
        server.ctx.db,
        'select success_url, cancel_url from billing_checkout order by made_at desc, intent_id desc limit 1',
      )
      expect(rows[0]).toEqual({
        success_url: `${server.url}${page}?session_id={CHECKOUT_SESSION_ID}&buyflag=1`,
        cancel_url: `${server.url}${page}?checkout=canceled&buyflag=1`,
      })
    }
  })
})

describe('minute packs (A§6, A§9)', () => {
  it('add their minutes to those of a plan for 24 months, once', async () => {
    await using server = await billingServer()
    const user = await server.user()
    await server.buy(user, '600-month')
    server.clock.advance(minutes(1))
    const id = await server.buy(user, 'hourlypacket2')
    for (const _ of [1, 2, 3]) await user.billing.checkoutSession({ params: { id } })
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, extra: 36_000 })
    const [grant] = (
      await executeSql<{ valid_until: Date }>(server.ctx.db, `select valid_until from minute_grant where kind = 'pack'`)
    ).rows
    expect(grant?.valid_until.toISOString().slice(0, 10)).toBe('2028-03-02')
    await server.buy(user, 'hourlypacket2')
    expect(await server.membership(user)).toMatchObject({ extra: 72_000 })
    expect((await user.billing.payments({})).data.map(({ name, status }) => [name, status])).toEqual([
      ['hourlypacket2', 'paid'],
      ['hourlypacket2', 'paid'],
      ['600-month', 'paid'],
    ])
  })
})

describe('the free trial (A§4, A§9)', () => {
  it('lasts seven days with 1,200 minutes of Pro, and then becomes the plan', async () => {
    await using server = await billingServer()
    const user = await server.user()
    expect((await user.membership.freeTrialStatus({})).data).toEqual({
      trial_info: { can_claim: true, has_claimed: false, available_days: 7 },
      countdown: { is_active: false, remaining_seconds: 0 },
    })
    const id = await server.buy(user, '600-year', { trial: true })
    expect((await user.billing.checkoutSession({ params: { id } })).data.payment_status).toBe('paid')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000, renewal: 'stripe' })
    const { data } = await user.membership.freeTrialStatus({})
    expect(data.trial_info).toEqual({ can_claim: false, has_claimed: true, available_days: 0 })
    expect(data.countdown).toEqual({ is_active: true, remaining_seconds: days(7) / 1000 })
    expect((await user.billing.payments({})).data).toEqual([])
    await server.advance(user, 'trialEnd')
    expect(await server.membership(user)).toMatchObject({ type: 'pro', flag: 'Yearly', left: 72_000, renewal: 'stripe' })
    expect((await user.membership.freeTrialStatus({})).data.countdown.is_active).toBe(false)
    expect((await user.billing.payments({})).data).toMatchObject([{ name: '600-year', status: 'paid' }])
  })

  it('is for Pro only, and not for subscribers', async () => {
    await using server = await billingServer()
    const user = await server.user()
    expect((await expectRefusal(server.choose(user, 'unlimited-month', { trial: true }))).status).toBe(refusals.trialUsed.status)
    expect((await expectRefusal(server.choose(user, 'hourlypacket', { trial: true }))).status).toBe(refusals.trialUsed.status)
    await server.buy(user, '600-month')
    expect((await expectRefusal(server.choose(user, '600-year', { trial: true }))).status).toBe(refusals.trialUsed.status)
  })

  it('is granted once per card: a second account loses its trial and pays nothing', async () => {
    await using server = await billingServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    await server.buy(anna, '600-month', { trial: true })
    const id = await server.buy(ben, '600-month', { trial: true })
    expect((await ben.billing.checkoutSession({ params: { id } })).data.is_trial_refused).toBe(true)
    expect(await server.membership(ben)).toMatchObject({ type: 'starter' })
    expect((await ben.billing.payments({})).data).toEqual([])
    expect(await server.membership(anna)).toMatchObject({ type: 'pro' })
  })
})
