import { describe, expect, it } from 'vitest'
import { newId } from '#kit/newId.ts'
import { days } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { mayUpload, noteUse, readMembership } from '../server.ts'
import { insertEntry } from './store.ts'

/** The start time of every test server and the creation time of every account in these tests. */
const BORN = new Date('2026-03-02T09:00:00Z')

const use = (w: World, userId: string, seconds: number, source: string, fileId: string | null = null) =>
  w.ground.inOneStep((step) => noteUse(step, { userId, fileId, seconds, source }))

const enter = (w: World, userId: string, kind: 'grant' | 'refund', seconds: number, period: Date) => {
  const at = w.clock.now()
  const row = { user_id: userId, entry_id: newId(at), kind, seconds, file_id: null, source: `${kind}:${newId(at)}` }
  return insertEntry(w.ground, { ...row, period_start: period, at })
}

const giveTier = (w: World, userId: string, tier: string, until: string | null = null) =>
  executeSql(w.ground.db, 'insert into membership (user_id, tier, flag, start_time, expire_time) values ($1, $2, $3, $4, $5)', [
    userId,
    tier,
    'Monthly',
    BORN,
    until,
  ])

describe('minutes (A§6, A§9)', () => {
  it('of a starter are 300 a month, counted from the creation of the account', async () => {
    await using w = await world()
    const { id } = await w.as()
    await use(w, id, 90.2, 'task:1')
    expect(await readMembership(w.ground, id, BORN)).toEqual({
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
    await using w = await world()
    const { id } = await w.as()
    await use(w, id, 18_000, 'task:1')
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 0 })
    w.clock.pass(days(31))
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 18_000, hasUse: true })
  })

  it('are counted once for twenty concurrent calls with the same source', async () => {
    await using w = await world()
    const { id } = await w.as()
    await Promise.all(Array.from({ length: 20 }, () => use(w, id, 60, 'task:1')))
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 17_940 })
  })

  it('can be used beyond the quota, and secondsLeft stays at 0', async () => {
    await using w = await world()
    const { id } = await w.as()
    await use(w, id, 20_000, 'task:1')
    await use(w, id, 60, 'task:2')
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 0, secondsTotal: 18_000 })
  })

  it('that are refunded count for the month of their use and never exceed the total', async () => {
    await using w = await world()
    const { id } = await w.as()
    await use(w, id, 600, 'task:1')
    await enter(w, id, 'refund', 600, BORN)
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 18_000 })
    w.clock.pass(days(31))
    await enter(w, id, 'refund', 600, BORN)
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 18_000, secondsTotal: 18_000 })
  })

  it('that are granted raise the total of their month', async () => {
    await using w = await world()
    const { id } = await w.as()
    await enter(w, id, 'grant', 600, BORN)
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 18_600, secondsTotal: 18_600 })
  })

  it('are not recorded for zero seconds, and rejected for an unknown account', async () => {
    await using w = await world()
    const { id, membership } = await w.as()
    await use(w, id, 0, 'task:1')
    expect((await membership.transactions({ query: {} })).data).toEqual({ total: 0, list: [] })
    await expect(use(w, 'nobody', 60, 'task:1')).rejects.toThrow('not found')
  })

  it('of a pro membership are 1200 a month until it expires', async () => {
    await using w = await world()
    const { id } = await w.as()
    await giveTier(w, id, 'pro', '2026-03-20T00:00:00Z')
    const ends = Date.parse('2026-03-20T00:00:00Z') / 1000
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({
      type: 'pro',
      flag: 'Monthly',
      expireTime: ends,
      secondsTotal: 72_000,
    })
    w.clock.pass(days(20))
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ type: 'starter', flag: '', expireTime: 0 })
  })

  it.each(['unlimited', 'backer'])('of %s are always the maximum integer', async (tier) => {
    await using w = await world()
    const { id } = await w.as()
    await giveTier(w, id, tier)
    await use(w, id, 600, 'task:1')
    const most = 2 ** 31 - 1
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ type: tier, secondsLeft: most, secondsTotal: most })
  })
})

describe('users without a tier (A§1, A§3)', () => {
  it.each(['free', 'none'])('have no minutes, cannot upload and have the basic features with tier %s', async (tier) => {
    await using w = await world()
    const { id, membership } = await w.as()
    expect(await mayUpload(w.ground, id)).toBe(true)
    await giveTier(w, id, tier)
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ type: tier, secondsLeft: 0, secondsTotal: 0 })
    expect(await mayUpload(w.ground, id)).toBe(false)
    await enter(w, id, 'grant', 600, BORN)
    expect(await readMembership(w.ground, id, BORN)).toMatchObject({ secondsLeft: 600, secondsTotal: 600 })
    const { features } = (await membership.featureAccess({})).data
    expect(features.map(({ feature_code }) => feature_code)).toContain('export')
  })

  it('cannot have any other tier value in the database', async () => {
    await using w = await world()
    const { id } = await w.as()
    await expect(giveTier(w, id, 'gold')).rejects.toThrow('membership_tier_check')
  })
})

describe('the features of a tier (A§6, A§7)', () => {
  it('are returned, none of them in beta', async () => {
    await using w = await world()
    const { membership } = await w.as()
    const { features } = (await membership.featureAccess({})).data
    expect(features).toEqual(
      ['transcription', 'sharing', 'export', 'cloud_sync'].map((feature_code) => ({ feature_code, is_beta: false })),
    )
  })

  it('depend on the tier and cannot be tried', async () => {
    await using w = await world()
    const { membership, id } = await w.as()
    const ask = async (code: string) => (await membership.featureTrial({ params: { id: code } })).data
    expect(await ask('sharing')).toEqual({ feature_code: 'sharing', is_included: true, can_try: false })
    expect(await ask('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: false, can_try: false })
    await giveTier(w, id, 'pro')
    expect(await ask('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: true, can_try: false })
  })

  it('are 404 for an unknown feature code', async () => {
    await using w = await world()
    const { membership } = await w.as()
    for (const id of ['nothing', '__proto__', 'constructor'])
      expect(await refusalOf(membership.featureTrial({ params: { id } }))).toMatchObject({ httpStatus: 404 })
  })
})

describe('the history of the minutes (A§7)', () => {
  it("returns the caller's entries in pages, newest first", async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    for (let n = 1; n <= 3; n++) {
      await use(w, anna.id, n * 60, `task:${n}`, n === 3 ? 'f3' : null)
      w.clock.pass(1000)
    }
    await use(w, ben.id, 7, 'task:1')
    const { data } = await anna.membership.transactions({ query: { limit: 2 } })
    expect(data).toMatchObject({ total: 3, list: [{ seconds: 180, kind: 'use', file_id: 'f3' }, { seconds: 120 }] })
    expect(data.list[0]?.at).toBe(BORN.getTime() / 1000 + 2)
    expect((await anna.membership.transactions({ query: { skip: 2 } })).data.list).toMatchObject([{ seconds: 60 }])
    expect((await ben.membership.transactions({ query: {} })).data).toMatchObject({ total: 1, list: [{ seconds: 7 }] })
  })

  it.each([{ skip: -1 }, { limit: 0 }, { limit: 201 }, { skip: 1.5 }])('returns 422 for the page %j', async (query) => {
    await using w = await world()
    const { membership } = await w.as()
    expect(await refusalOf(membership.transactions({ query }))).toMatchObject({ httpStatus: 422 })
  })

  it('returns 401 without a session, also for the features', async () => {
    await using w = await world()
    const { membership } = clientsOf(w.url, {})
    const calls = [
      membership.transactions({ query: {} }),
      membership.featureAccess({}),
      membership.featureTrial({ params: { id: 'sharing' } }),
    ]
    for (const error of await Promise.all(calls.map(refusalOf))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})
