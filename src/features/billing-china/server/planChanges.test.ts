import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { endAgreementInApp, refundOrder, setDeclines, signAgreement } from '#platform/payments/qr/sandbox/payerActions.ts'
import { days, hours, seconds } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type BillingChinaServer, billingChinaServer, paymentsOf, purchaseOf, wait } from '#test/server/openBillingChina.ts'
import type { User } from '#test/server/user.ts'
import { billingChinaContract } from '../contract.ts'
import type { PlanKey } from '../rules.ts'
import { startSubscription } from './buy/startSubscription.ts'
import { readPricing } from './pricing.ts'

// Read without a session, because sessions expire before the plan.
const currentOf = async (server: BillingChinaServer, user: User) => (await readPricing(server.ctx, user.id)).current

const { refusals } = billingChinaContract.subscribe

describe('a plan that is agreed to after its code expired here', () => {
  const stateAt = async (server: BillingChinaServer, id: string) => (await server.qr.channels.wechatpay?.getAgreement(id))?.state
  /** Expires the code on this server. It can still be agreed to at the channel. */
  const expire = (server: BillingChinaServer, id: string) =>
    executeSql(
      server.ctx.db,
      `with ours as (update billing_qr_agreement set state = 'expired' where sub_id = $1)
       update sandbox_qr_agreement set expires_at = expires_at + interval '2 years' where agreement_no = $1`,
      [id],
    )
  /** Without a session, because sessions expire before the plan. */
  const startLate = async (server: BillingChinaServer, user: User, key: PlanKey): Promise<string> => {
    const plan = await startSubscription(server.ctx, user.id, purchaseOf(key))
    return 'sub_id' in plan ? plan.sub_id : ''
  }
  const sign = async (server: BillingChinaServer, id: string): Promise<void> => {
    await signAgreement(server.qr.sandbox, id)
    await server.waitForJobs()
  }

  it('is not charged when the running plan is not the one it was chosen to follow', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    const late = (await server.subscribe(user, 'unlimited-month-web')).data.sub_id
    await expire(server, late)
    await server.buy(user, 'unlimited-year-web')
    await user.billingChina.endSubscription({ query: {} })
    await sign(server, late)
    expect(await paymentsOf(server, user)).toHaveLength(2)
    expect(await stateAt(server, late)).toBe('ended')
  })

  it('is not charged for an upgrade when the plan whose rest is credited has ended', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const plan = await server.buy(user, '600-year-web')
    const late = (await server.subscribe(user, 'unlimited-month-web')).data.sub_id
    server.clock.advance(seconds(30))
    const [payment] = await paymentsOf(server, user)
    await refundOrder(server.qr.sandbox, payment!.id)
    await server.waitForJobs()
    await sign(server, late)
    expect(await paymentsOf(server, user)).toHaveLength(1)
    expect([await stateAt(server, plan), await stateAt(server, late)]).toEqual(['ended', 'ended'])
  })

  it('is not charged for an upgrade when the credit for the old plan is smaller than shown', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-year-web')
    const late = (await server.subscribe(user, 'unlimited-month-web')).data.sub_id
    await expire(server, late)
    await wait(server, days(300))
    await sign(server, late)
    expect(await paymentsOf(server, user)).toHaveLength(1)
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
    expect(await stateAt(server, late)).toBe('ended')
  })

  it('is not charged for an upgrade when the old plan has been charged again', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, '600-month-web')
    const { expire_time } = (await currentOf(server, user))!
    server.clock.advance(expire_time * 1000 - server.clock.now().getTime() - seconds(4))
    const late = await startLate(server, user, 'unlimited-month-web')
    await wait(server, seconds(5))
    await sign(server, late)
    expect((await paymentsOf(server, user)).map(({ name }) => name)).toEqual(['600-month-web', '600-month-web'])
    expect(await stateAt(server, late)).toBe('ended')
  })

  it('begins, for a downgrade, at the end of the time that is paid by then', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month-web')
    const { expire_time } = (await currentOf(server, user))!
    server.clock.advance(expire_time * 1000 - server.clock.now().getTime() - seconds(4))
    const late = await startLate(server, user, '600-month-web')
    await wait(server, seconds(5))
    await sign(server, late)
    expect(await paymentsOf(server, user)).toHaveLength(2)
    const current = (await currentOf(server, user))!
    expect(current).toMatchObject({ uniq_name: 'unlimited-month-web', next: { start_time: current.expire_time } })
  })
})

describe('a plan that follows another one', () => {
  const follow = async (server: BillingChinaServer, user: User) => {
    const running = await server.buy(user, 'unlimited-month-web')
    return { running, next: await server.buy(user, '600-month-web') }
  }

  it('lets the running one renew when it is ended in the app', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { next } = await follow(server, user)
    await endAgreementInApp(server.qr.sandbox, next)
    await server.waitForJobs()
    expect(await currentOf(server, user)).toMatchObject({ renews: true, next: null })
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'web' })
  })

  it('lets the running one renew when an upgrade that replaces it is declined', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await follow(server, user)
    const { sub_id: upgrade } = (await server.subscribe(user, 'unlimited-year-web')).data
    await setDeclines(server.qr.sandbox, upgrade, true)
    await signAgreement(server.qr.sandbox, upgrade)
    await server.waitForJobs()
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'unlimited', renewal: 'web' })
  })

  it('ends the running one too when its charge fails three times', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { running, next } = await follow(server, user)
    await setDeclines(server.qr.sandbox, next, true)
    await wait(server, days(31))
    // Until then, the previous plan continues and can be kept.
    expect(await currentOf(server, user)).toMatchObject({ uniq_name: 'unlimited-month-web' })
    for (let hour = 0; hour < 3; hour++) await wait(server, hours(1))
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    for (const id of [running, next])
      expect(await server.qr.channels.wechatpay?.getAgreement(id)).toMatchObject({ state: 'ended' })
  })

  it('cannot be canceled while it is being charged', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    const { next } = await follow(server, user)
    await executeSql(
      server.ctx.db,
      `insert into billing_qr_order (order_id, user_id, platform, sku, amount, state, sub_id, period, try, made_at)
       values ('under-way', $1, 'wechatpay', '600-month-web', 3200, 'pending', $2, 0, 0, now())`,
      [user.id, next],
    )
    const { unavailable } = billingChinaContract.endSubscription.refusals
    const refused = await expectRefusal(user.billingChina.endSubscription({ query: { next: 'true' } }))
    expect(refused.status).toBe(unavailable.status)
  })

  it('can be the canceled plan itself: it continues, and can be canceled again', async () => {
    await using server = await billingChinaServer()
    const user = await server.user()
    await server.buy(user, 'unlimited-month-web')
    await user.billingChina.endSubscription({ query: {} })
    await server.waitForJobs()
    await server.buy(user, 'unlimited-month-web')
    const { current, change_details } = (await user.billingChina.pricing({})).data
    expect(current).toMatchObject({ uniq_name: 'unlimited-month-web', renews: true, next: null })
    expect(change_details).not.toHaveProperty('unlimited-month-web')
    await user.billingChina.endSubscription({ query: {} })
    await server.waitForJobs()
    expect(await currentOf(server, user)).toMatchObject({ renews: false, next: null })
    await wait(server, days(31))
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    expect(await paymentsOf(server, user)).toHaveLength(1)
  })
})

describe('the quote shown on the page', () => {
  it('is compared: another kind of change is refused', async () => {
    await using server = await billingChinaServer({ runsJobs: false })
    const user = await server.user()
    const refused = expectRefusal(server.subscribe(user, '600-month-web', { change_type: 'downgrade' }))
    expect((await refused).status).toBe(refusals.wrongAmount.status)
    expect((await server.subscribe(user, '600-month-web', { change_type: 'new' })).data.status).toBe('pending')
  })
})
