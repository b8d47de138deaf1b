import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { give, readMembership } from '../../server.ts'
import { createCodes, redeemCode } from './activationCodes.ts'

const makeCode = async (server: TestServer, tier: 'pro' | 'unlimited' = 'pro', months = 12): Promise<string> =>
  (await createCodes(server.ctx, { tier, months, count: 1 }))[0]!

describe('an activation code', () => {
  it('grants a membership that ends by itself (A§4), however it is typed', async () => {
    await using server = await testServer()
    const { id, membership, me } = await server.user()
    const code = await makeCode(server)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
    const { data } = await membership.redeemCode({ body: { code: ` ${code.toLowerCase().replaceAll('-', ' ')}` } })
    expect(data).toEqual({ tier: 'pro', expire_time: Date.parse('2027-03-02T09:00:00Z') / 1000 })
    expect(await readMembership(server.ctx, id)).toMatchObject({
      type: 'pro',
      flag: 'Yearly',
      minutes: { left: 72_000 },
      renewal: null,
    })
    expect((await me.me({})).data_state).toMatchObject({ is_subscribed: false, autorenew_status_stripe: false })
    server.clock.advance(days(366))
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'starter' })
  })

  it('is redeemed once, even when two accounts redeem it at the same time', async () => {
    await using server = await testServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    const code = await makeCode(server)
    const results = await Promise.allSettled([anna, ben, anna, ben].map((user) => user.membership.redeemCode({ body: { code } })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await expectRefusal(ben.membership.redeemCode({ body: { code } }))).toMatchObject({ status: -21 })
  })

  it('of the same tier begins at the end of the membership', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    await membership.redeemCode({ body: { code: await makeCode(server, 'pro', 1) } })
    const { data } = await membership.redeemCode({ body: { code: await makeCode(server, 'pro', 2) } })
    expect(data.expire_time).toBe(Date.parse('2026-06-02T09:00:00Z') / 1000)
  })

  it('of a lower tier is refused and stays unused', async () => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    await membership.redeemCode({ body: { code: await makeCode(server, 'unlimited', 1) } })
    const pro = await makeCode(server)
    expect(await expectRefusal(membership.redeemCode({ body: { code: pro } }))).toMatchObject({ status: -22 })
    server.clock.advance(days(40))
    expect(await redeemCode(server.ctx, id, pro)).toMatchObject({ tier: 'pro' })
  })

  it('that does not exist is refused, and guessing is limited', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    const guess = () => expectRefusal(membership.redeemCode({ body: { code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' } }))
    expect(await guess()).toMatchObject({ status: -20 })
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await guess()).httpStatus))
    expect(statuses).toContain(429)
  })

  it('is not stored, and needs a session', async () => {
    await using server = await testServer()
    const code = await makeCode(server)
    const { rows } = await executeSql(server.ctx.db, 'select * from activation_code', [])
    expect(JSON.stringify(rows)).not.toContain(code)
    const anonymous = createClients(server.url, {}).membership
    expect(await expectRefusal(anonymous.redeemCode({ body: { code } }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(anonymous.freeTrialStatus({}))).toMatchObject({ httpStatus: 401 })
  })
})

describe('the status of the free trial (A§3)', () => {
  it('cannot be claimed where nothing can be bought', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    expect((await membership.freeTrialStatus({})).data).toEqual({
      trial_info: { can_claim: false, has_claimed: false, available_days: 0 },
      countdown: { is_active: false, remaining_seconds: 0 },
    })
  })

  it('can be claimed once where plans can be bought, and counts down while it runs', async () => {
    await using server = await testServer({ settings: { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo' } })
    const { id, membership, me } = await server.user()
    expect((await membership.freeTrialStatus({})).data.trial_info).toEqual({
      can_claim: true,
      has_claimed: false,
      available_days: 7,
    })
    await give(server.ctx, id, { plan: 'trial' })
    server.clock.advance(days(2))
    expect((await membership.freeTrialStatus({})).data).toEqual({
      trial_info: { can_claim: false, has_claimed: true, available_days: 0 },
      countdown: { is_active: true, remaining_seconds: 5 * 86_400 },
    })
    expect((await me.me({})).data_state).toMatchObject({ is_free_trial_now: 1, is_free_trial_history: 1, can_buy: true })
    server.clock.advance(days(6))
    expect((await me.me({})).data_state).toMatchObject({ is_free_trial_now: 0, is_free_trial_history: 1 })
  })
})
