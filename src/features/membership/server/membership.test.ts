import { describe, expect, it } from 'vitest'
import { newId } from '#shared/newId.ts'
import { days } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { isUploadAllowed, recordUsage, readMembership } from '../server.ts'
import { insertEntry } from './store.ts'

/** The start time of every test server and the creation time of every account in these tests. */
const CREATED_AT = new Date('2026-03-02T09:00:00Z')

const recordSeconds = (server: TestServer, userId: string, seconds: number, source: string) =>
  server.ctx.transaction((tx) => recordUsage(tx, { userId, file: null, seconds, source }))

const insertLedgerEntry = (server: TestServer, userId: string, kind: 'grant' | 'refund', seconds: number, period: Date) => {
  const at = server.clock.now()
  const row = {
    user_id: userId,
    entry_id: newId(at),
    kind,
    seconds,
    file_id: null,
    file_name: null,
    source: `${kind}:${newId(at)}`,
  }
  return insertEntry(server.ctx, { ...row, period_start: period, at })
}

const giveTier = (server: TestServer, userId: string, tier: string, expireTime: string | null = null) =>
  executeSql(server.ctx.db, 'insert into membership (user_id, tier, flag, start_time, expire_time) values ($1, $2, $3, $4, $5)', [
    userId,
    tier,
    'Monthly',
    CREATED_AT,
    expireTime,
  ])

describe('minutes (A§6, A§9)', () => {
  it('of a starter are 300 a month, counted from the creation of the account', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await recordSeconds(server, id, 90.2, 'task:1')
    expect(await readMembership(server.ctx, id, CREATED_AT)).toEqual({
      type: 'starter',
      flag: '',
      startTime: Date.parse('2026-03-02T09:00Z') / 1000,
      expireTime: 0,
      resetTime: Date.parse('2026-04-02T09:00Z') / 1000,
      secondsLeft: 18_000 - 91,
      secondsTotal: 18_000,
      hasUse: true,
    })
  })

  it('reset in the next month, while hasUse stays true', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await recordSeconds(server, id, 18_000, 'task:1')
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 0 })
    server.clock.advance(days(31))
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 18_000, hasUse: true })
  })

  it('are counted once for twenty concurrent calls with the same source', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await Promise.all(Array.from({ length: 20 }, () => recordSeconds(server, id, 60, 'task:1')))
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 17_940 })
  })

  it('can be used beyond the quota, and secondsLeft stays at 0', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await recordSeconds(server, id, 20_000, 'task:1')
    await recordSeconds(server, id, 60, 'task:2')
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 0, secondsTotal: 18_000 })
  })

  it('that are refunded count for the month of their use and never exceed the total', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await recordSeconds(server, id, 600, 'task:1')
    await insertLedgerEntry(server, id, 'refund', 600, CREATED_AT)
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 18_000 })
    server.clock.advance(days(31))
    await insertLedgerEntry(server, id, 'refund', 600, CREATED_AT)
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 18_000, secondsTotal: 18_000 })
  })

  it('that are granted raise the total of their month', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await insertLedgerEntry(server, id, 'grant', 600, CREATED_AT)
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 18_600, secondsTotal: 18_600 })
  })

  it('are not recorded for zero seconds, and rejected for an unknown account', async () => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    await recordSeconds(server, id, 0, 'task:1')
    expect((await membership.transactions({ query: {} })).data).toEqual({ total: 0, list: [] })
    await expect(recordSeconds(server, 'unknown', 60, 'task:1')).rejects.toThrow('not found')
  })

  it('of a pro membership are 1200 a month until it expires', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await giveTier(server, id, 'pro', '2026-03-20T00:00:00Z')
    const expiresAt = Date.parse('2026-03-20T00:00:00Z') / 1000
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({
      type: 'pro',
      flag: 'Monthly',
      expireTime: expiresAt,
      secondsTotal: 72_000,
    })
    server.clock.advance(days(20))
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ type: 'starter', flag: '', expireTime: 0 })
  })

  it.each(['unlimited', 'backer'])('of %s are always the maximum integer', async (tier) => {
    await using server = await testServer()
    const { id } = await server.user()
    await giveTier(server, id, tier)
    await recordSeconds(server, id, 600, 'task:1')
    const maxInteger = 2 ** 31 - 1
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({
      type: tier,
      secondsLeft: maxInteger,
      secondsTotal: maxInteger,
    })
  })
})

describe('users without a tier (A§1, A§3)', () => {
  it.each(['free', 'none'])('have no minutes, cannot upload and have the basic features with tier %s', async (tier) => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    expect(await isUploadAllowed(server.ctx, id)).toBe(true)
    await giveTier(server, id, tier)
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ type: tier, secondsLeft: 0, secondsTotal: 0 })
    expect(await isUploadAllowed(server.ctx, id)).toBe(false)
    await insertLedgerEntry(server, id, 'grant', 600, CREATED_AT)
    expect(await readMembership(server.ctx, id, CREATED_AT)).toMatchObject({ secondsLeft: 600, secondsTotal: 600 })
    const { features } = (await membership.featureAccess({})).data
    expect(features.map(({ feature_code }) => feature_code)).toContain('export')
  })

  it('cannot have any other tier value in the database', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await expect(giveTier(server, id, 'gold')).rejects.toThrow('membership_tier_check')
  })
})

describe('the features of a tier (A§6, A§7)', () => {
  it('are returned, none of them in beta', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    const { features } = (await membership.featureAccess({})).data
    expect(features).toEqual(
      ['transcription', 'sharing', 'export', 'cloud_sync'].map((feature_code) => ({ feature_code, is_beta: false })),
    )
  })

  it('depend on the tier and cannot be tried', async () => {
    await using server = await testServer()
    const { membership, id } = await server.user()
    const fetchFeature = async (code: string) => (await membership.featureTrial({ params: { id: code } })).data
    expect(await fetchFeature('sharing')).toEqual({ feature_code: 'sharing', is_included: true, can_try: false })
    expect(await fetchFeature('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: false, can_try: false })
    await giveTier(server, id, 'pro')
    expect(await fetchFeature('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: true, can_try: false })
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
      await recordSeconds(server, user.id, n * 60, `task:${n}`)
      server.clock.advance(1000)
    }
    await recordSeconds(server, otherUser.id, 7, 'task:1')
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
