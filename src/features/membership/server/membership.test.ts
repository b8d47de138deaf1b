import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { useMinutes } from '#test/server/useMinutes.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { addGrant, give, hasRight, readMembership } from '../server.ts'

/** The start time of every test server and the creation time of every account in these tests. */
const CREATED_AT = new Date('2026-03-02T09:00:00Z')

const giveMinutes = (server: TestServer, userId: string, seconds: number, sourceRef = 'pack:1') =>
  server.ctx.transaction((tx) => addGrant(tx, { userId, kind: 'pack', seconds, source: 'test', sourceRef, validUntil: null }))

const readMinutes = async (server: TestServer, userId: string) => {
  const { minutes, extra } = await readMembership(server.ctx, userId)
  return { left: minutes.left, total: minutes.total, extra: extra.left }
}

describe('minutes (A§6, A§9)', () => {
  it('of a starter are 300 a month, counted from the creation of the account', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await useMinutes(server, id, 90.2, '1')
    expect(await readMembership(server.ctx, id)).toEqual({
      type: 'starter',
      flag: '',
      startTime: Date.parse('2026-03-02T09:00Z') / 1000,
      expireTime: 0,
      resetTime: Date.parse('2026-04-02T09:00Z') / 1000,
      minutes: { left: 18_000 - 91, total: 18_000 },
      extra: { left: 0, total: 0, startTime: 0, expireTime: 0 },
      renewal: null,
      isTrial: false,
      hasHadTrial: false,
      hasUse: true,
    })
  })

  it('reset in the next month, while hasUse stays true', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await useMinutes(server, id, 18_000, '1')
    expect(await readMinutes(server, id)).toMatchObject({ left: 0 })
    expect(await useMinutes(server, id, 1, '2')).toBe(false)
    server.clock.advance(days(31))
    expect(await readMinutes(server, id)).toMatchObject({ left: 18_000 })
    expect(await useMinutes(server, id, 1, '2')).toBe(true)
    expect(await readMembership(server.ctx, id)).toMatchObject({ minutes: { left: 17_999 }, hasUse: true })
  })

  it('that are granted in addition are used after those of the plan', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    expect(await giveMinutes(server, id, 600)).toBe(true)
    expect(await giveMinutes(server, id, 600)).toBe(false)
    await useMinutes(server, id, 18_060, '1')
    expect(await readMinutes(server, id)).toEqual({ left: 0, total: 18_000, extra: 540 })
  })

  it('are not recorded for zero seconds, and rejected for an unknown account', async () => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    await useMinutes(server, id, 0, '1')
    expect((await membership.transactions({ query: {} })).data).toEqual({ total: 0, list: [] })
    await expect(useMinutes(server, 'unknown', 60, '1')).rejects.toThrow()
  })

  it('of a pro membership are 1200 a month until it expires', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await useMinutes(server, id, 60, '1')
    await setMembershipTier(server, id, 'pro', '2026-03-20T00:00:00Z')
    const expireTime = Date.parse('2026-03-20T00:00:00Z') / 1000
    expect(await readMembership(server.ctx, id)).toMatchObject({
      type: 'pro',
      flag: 'Monthly',
      expireTime,
      minutes: { left: 72_000 },
    })
    await useMinutes(server, id, 600, '2')
    expect(await readMinutes(server, id)).toMatchObject({ left: 71_400 })
    server.clock.advance(days(20))
    // The rest of the server's plan.
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'starter', expireTime: 0, minutes: { left: 17_940 } })
  })

  it.each(['unlimited', 'backer'] as const)('of %s are always the maximum integer', async (tier) => {
    await using server = await testServer()
    const { id } = await server.user()
    await setMembershipTier(server, id, tier)
    expect(await useMinutes(server, id, 900_000, '1')).toBe(true)
    expect(await readMembership(server.ctx, id)).toMatchObject({
      type: tier,
      minutes: { left: 2 ** 31 - 1, total: 2 ** 31 - 1 },
      hasUse: true,
    })
  })
})

describe('the plan of the server', () => {
  it('of an account does not change when the operator changes that of new accounts', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await server.waitForJobs()
    const changed = { ...server.ctx, config: { ...server.ctx.config, plan: 'unlimited' as const } }
    expect(await readMembership(changed, id)).toMatchObject({ type: 'starter' })
  })
})

describe('users without a tier (A§1, A§3)', () => {
  it.each(['free', 'none'] as const)('have no minutes, cannot upload and have the basic features with tier %s', async (tier) => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    await server.waitForJobs()
    expect(await hasRight(server.ctx, id, 'upload')).toBe(true)
    await setMembershipTier(server, id, tier)
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: tier, minutes: { left: 0, total: 0 } })
    expect(await hasRight(server.ctx, id, 'upload')).toBe(false)
    await giveMinutes(server, id, 600)
    expect(await readMinutes(server, id)).toMatchObject({ extra: 600 })
    const { features } = (await membership.featureAccess({})).data
    expect(features.map(({ feature_code }) => feature_code)).toContain('export')
  })

  it('are created by PLAN=none: without minutes and uploads until they get a plan', async () => {
    await using server = await testServer({ settings: { PLAN: 'none' } })
    const { id, upload } = await server.user()
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'none', minutes: { left: 0, total: 0 } })
    const presign = () => upload.presign({ body: { filesize: 1000, file_type: 'MP3' } })
    expect(await expectRefusal(presign())).toMatchObject({ refusal: 'noMember' })
    await give(server.ctx, id, { plan: 'pro', months: 1 })
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'pro', minutes: { left: 72_000 } })
    expect((await presign()).data.part_urls).toHaveLength(1)
    server.clock.advance(days(32))
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'none', minutes: { left: 0 } })
  })

  it('cannot have any other tier value in the database', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await expect(setMembershipTier(server, id, 'gold' as 'pro')).rejects.toThrow('membership_tier_check')
  })
})

describe('the features of a tier (A§6, A§7)', () => {
  it('are returned with beta features marked (B§3)', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    const { features } = (await membership.featureAccess({})).data
    expect(features).toEqual([
      ...['transcription', 'sharing', 'export', 'cloud_sync'].map((feature_code) => ({ feature_code, is_beta: false })),
      ...['multi_summary', 'auto_generate'].map((feature_code) => ({ feature_code, is_beta: true })),
    ])
  })

  it('depend on the tier', async () => {
    await using server = await testServer()
    const { membership, id } = await server.user()
    const fetchFeature = async (code: string) => (await membership.featureTrial({ params: { id: code } })).data
    expect(await fetchFeature('sharing')).toEqual({ feature_code: 'sharing', is_included: true, can_try: false, tries_left: 0 })
    expect(await fetchFeature('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: false, can_try: false, tries_left: 0 })
    await setMembershipTier(server, id, 'pro')
    expect(await fetchFeature('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: true, can_try: false, tries_left: 0 })
  })

  it('are 404 for an unknown feature code', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    for (const id of ['nothing', '__proto__', 'constructor'])
      expect(await expectRefusal(membership.featureTrial({ params: { id } }))).toMatchObject({ httpStatus: 404 })
  })
})

describe('the history of the minutes (A§7)', () => {
  it("returns the caller's entries in pages, newest first", async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    for (let n = 1; n <= 3; n++) {
      await useMinutes(server, user.id, n * 60, String(n))
      server.clock.advance(1000)
    }
    await useMinutes(server, otherUser.id, 7, 'other')
    const { data } = await user.membership.transactions({ query: { limit: 2 } })
    expect(data).toMatchObject({
      total: 3,
      list: [{ seconds: 180, kind: 'use', file_id: null, file_name: null }, { seconds: 120 }],
    })
    expect(data.list[0]?.at).toBe(CREATED_AT.getTime() / 1000 + 2)
    expect((await user.membership.transactions({ query: { skip: 2 } })).data.list).toMatchObject([{ seconds: 60 }])
    expect((await otherUser.membership.transactions({ query: {} })).data).toMatchObject({ total: 1, list: [{ seconds: 7 }] })
  })

  it.each([{ skip: -1 }, { limit: 0 }, { limit: 201 }, { skip: 1.5 }])('returns 422 for the page %j', async (query) => {
    await using server = await testServer()
    const { membership } = await server.user()
    expect(await expectRefusal(membership.transactions({ query }))).toMatchObject({ httpStatus: 422 })
  })

  it('returns 401 without a session, also for the features', async () => {
    await using server = await testServer()
    const { membership } = createClients(server.url, {})
    const calls = [
      membership.transactions({ query: {} }),
      membership.featureAccess({}),
      membership.featureTrial({ params: { id: 'sharing' } }),
    ]
    for (const error of await Promise.all(calls.map(expectRefusal))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})
