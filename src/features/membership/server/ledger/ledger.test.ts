import { describe, expect, it } from 'vitest'
import { days, minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { addGrant, readMembership, releaseMinutes, reserveMinutes, settleMinutes, voidGrant } from '../../server.ts'
import { listGrants } from './storeGrants.ts'

const TEN_MINUTES = 600

const reserve = (server: TestServer, userId: string, taskId: string, seconds = TEN_MINUTES) =>
  server.ctx.transaction((tx) => reserveMinutes(tx, { userId, taskId, fileId: taskId, seconds }))
const settle = (server: TestServer, userId: string, taskId: string, seconds = TEN_MINUTES) =>
  server.ctx.transaction((tx) => settleMinutes(tx, { userId, taskId, file: null, seconds }))
const release = (server: TestServer, taskId: string) => server.ctx.transaction((tx) => releaseMinutes(tx, taskId))
const givePack = (server: TestServer, userId: string, sourceRef: string, seconds: number, validUntil: Date | null = null) =>
  server.ctx.transaction((tx) => addGrant(tx, { userId, kind: 'pack', seconds, source: 'order', sourceRef, validUntil }))
const left = async (server: TestServer, userId: string) => {
  const { minutes: plan, extra } = await readMembership(server.ctx, userId)
  return { plan: plan.left, extra: extra.left }
}

// The hourly job would release what nonexistent tasks hold, such as those of these tests: the servers run no jobs.

/** Counts inconsistent rows: seconds that do not add up, and held seconds without a reservation. */
async function countBrokenRows(server: TestServer): Promise<{ broken: number; held: number; reserved: number }> {
  const { rows } = await executeSql(
    server.ctx.db,
    `select
      (select count(*)::int from minute_grant where seconds_left < 0 or seconds_held < 0 or seconds_used < 0 or seconds_void < 0
        or (not is_unlimited and seconds_total <> seconds_left + seconds_held + seconds_used + seconds_void)) as broken,
      (select coalesce(sum(seconds_held), 0)::int from minute_grant) as held,
      (select coalesce(sum(need), 0)::int from minute_reservation where status = 'held') as reserved`,
    [],
  )
  return rows[0] as { broken: number; held: number; reserved: number }
}

describe('held minutes', () => {
  it('are held for 30 of 200 tasks that start at once with 10 minutes each, of 300 minutes', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => reserve(server, id, `task-${n}`)))
    expect(results.filter(Boolean)).toHaveLength(30)
    expect(await countBrokenRows(server)).toEqual({ broken: 0, held: 18_000, reserved: 18_000 })
    expect(await left(server, id)).toEqual({ plan: 0, extra: 0 })
  })

  it('are held once for a task that is started ten times', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    await Promise.all(Array.from({ length: 10 }, () => reserve(server, id, 'task')))
    expect(await countBrokenRows(server)).toMatchObject({ held: TEN_MINUTES, reserved: TEN_MINUTES })
  })

  it('are charged once, by the real length', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id, membership } = await server.user()
    await reserve(server, id, 'shorter')
    await reserve(server, id, 'longer')
    await Promise.all([1, 2, 3].map(() => settle(server, id, 'shorter', 540.2)))
    await settle(server, id, 'longer', 630)
    expect(await left(server, id)).toEqual({ plan: 18_000 - 541 - 630, extra: 0 })
    expect((await membership.transactions({ query: {} })).data.list.map(({ kind, seconds }) => [kind, seconds])).toEqual(
      expect.arrayContaining([
        ['use', 541],
        ['use', 630],
      ]),
    )
    expect(await countBrokenRows(server)).toMatchObject({ broken: 0, held: 0, reserved: 0 })
  })

  it('are released when the task fails, and cannot be charged afterwards', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    await reserve(server, id, 'task')
    expect(await release(server, 'task')).toBe(TEN_MINUTES)
    expect(await release(server, 'task')).toBe(0)
    await settle(server, id, 'task')
    expect(await left(server, id)).toEqual({ plan: 18_000, extra: 0 })
  })

  it('are charged as far as any are left when the task took longer', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    await reserve(server, id, 'task', 17_900)
    await settle(server, id, 'task', 20_000)
    expect(await left(server, id)).toEqual({ plan: 0, extra: 0 })
    expect(await countBrokenRows(server)).toMatchObject({ broken: 0 })
  })
})

describe('the order of use', () => {
  it('is what expires first, and an unlimited membership before everything', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    const at = server.clock.now().getTime()
    await givePack(server, id, 'endless', 600)
    await givePack(server, id, 'week', 600, new Date(at + days(7)))
    await reserve(server, id, 'first', 300)
    await settle(server, id, 'first', 300)
    const used = async () =>
      Object.fromEntries(
        (await listGrants(server.ctx, id)).map(({ source_ref, kind, seconds_used }) => [
          kind === 'pack' ? source_ref : kind,
          seconds_used,
        ]),
      )
    expect(await used()).toEqual({ endless: 0, week: 300, starter: 0 })
    await reserve(server, id, 'second', 18_000 + 600)
    await settle(server, id, 'second', 18_000 + 600)
    expect(await used()).toEqual({ endless: 300, week: 600, starter: 18_000 })
    await setMembershipTier(server, id, 'unlimited')
    await reserve(server, id, 'third', 50_000)
    await settle(server, id, 'third', 50_000)
    expect(await used()).toEqual({ endless: 300, week: 600, starter: 18_000, plan: 50_000 })
  })
})

describe('a grant', () => {
  it('is created once for twenty calls with the same source', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    await Promise.all(Array.from({ length: 20 }, () => givePack(server, id, 'order-1', 7200)))
    expect(await left(server, id)).toEqual({ plan: 18_000, extra: 7200 })
  })

  it('of a pack that expires while a task holds it is charged after its end', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    await setMembershipTier(server, id, 'none')
    await givePack(server, id, 'pack', 600, new Date(server.clock.now().getTime() + days(1)))
    await reserve(server, id, 'task')
    server.clock.advance(days(2))
    await settle(server, id, 'task')
    expect(await left(server, id)).toEqual({ plan: 0, extra: 0 })
    expect(await countBrokenRows(server)).toEqual({ broken: 0, held: 0, reserved: 0 })
  })

  it('of a pack that expires before its task fails is replaced by goodwill for seven days', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.user()
    await setMembershipTier(server, id, 'none')
    await givePack(server, id, 'pack', 600, new Date(server.clock.now().getTime() + days(1)))
    await reserve(server, id, 'task')
    server.clock.advance(days(2))
    expect(await release(server, 'task')).toBe(TEN_MINUTES)
    const { extra } = await readMembership(server.ctx, id)
    expect(extra).toMatchObject({ left: 600, expireTime: (server.clock.now().getTime() + days(7)) / 1000 })
    server.clock.advance(days(7))
    expect(await left(server, id)).toEqual({ plan: 0, extra: 0 })
  })

  it('that is voided never falls below zero, and also voids what a task releases later', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id, membership } = await server.user()
    await setMembershipTier(server, id, 'none')
    await givePack(server, id, 'pack', 1800)
    await reserve(server, id, 'used')
    await settle(server, id, 'used')
    await reserve(server, id, 'held')
    const [pack] = await listGrants(server.ctx, id)
    const takeBack = () => server.ctx.transaction((tx) => voidGrant(tx, pack!.grant_id))
    expect(await Promise.all([takeBack(), takeBack()])).toEqual([600, 600])
    await release(server, 'held')
    expect((await listGrants(server.ctx, id))[0]).toMatchObject({
      seconds_left: 0,
      seconds_held: 0,
      seconds_used: 600,
      seconds_void: 1200,
    })
    expect((await membership.transactions({ query: {} })).data.list.map(({ kind }) => kind)).toContain('void')
    expect(await countBrokenRows(server)).toEqual({ broken: 0, held: 0, reserved: 0 })
  })
})

describe('the months of a membership', () => {
  it.each([
    ['2027-01-28T10:00:00Z', ['02-28', '03-28', '04-28']],
    ['2027-01-29T10:00:00Z', ['02-28', '03-29', '04-29']],
    ['2027-01-30T10:00:00Z', ['02-28', '03-30', '04-30']],
    ['2027-01-31T10:00:00Z', ['02-28', '03-31', '04-30']],
    ['2028-01-31T10:00:00Z', ['02-29', '03-31', '04-30']],
  ])('that starts at %s renew its minutes on %j', async (start, renewals) => {
    await using server = await testServer({ runsJobs: false })
    server.clock.advance(Date.parse(start) - server.clock.now().getTime())
    const { id } = await server.user()
    for (const [month, renewal] of renewals.entries()) {
      expect(await reserve(server, id, `all-${month}`, 18_000)).toBe(true)
      const at = Date.parse(`${start.slice(0, 4)}-${renewal}T10:00:00Z`)
      server.clock.advance(at - 1000 - server.clock.now().getTime())
      expect(await reserve(server, id, `before-${month}`, 1)).toBe(false)
      server.clock.advance(1000)
    }
    expect(await left(server, id)).toEqual({ plan: 18_000, extra: 0 })
  })
})

describe('a storm of 2,000 random operations by 20 workers', () => {
  it('leaves no broken row, nothing below zero, and as much held in grants as in reservations', { timeout: 60_000 }, async () => {
    await using server = await testServer({ runsJobs: false })
    const users = await Promise.all(['anna', 'ben', 'cleo'].map(async (name) => (await server.user(name)).id))
    const random = createRandom(16)
    const operations = Array.from({ length: 2000 }, () => randomOperation(server, users, random))
    const worker = async (): Promise<void> => {
      for (let next = operations.pop(); next; next = operations.pop()) await next()
    }
    await Promise.all(Array.from({ length: 20 }, worker))
    const rows = await countBrokenRows(server)
    expect(rows).toMatchObject({ broken: 0, held: rows.reserved })
    for (const id of users) {
      const { plan, extra } = await left(server, id)
      expect(Math.min(plan, extra)).toBeGreaterThanOrEqual(0)
    }
  })
})

function randomOperation(
  server: TestServer,
  users: readonly string[],
  random: (below: number) => number,
): () => Promise<unknown> {
  const user = users[random(users.length)]!
  // Few tasks, so that operations collide.
  const task = `${user}-${random(60)}`
  const seconds = 1 + random(1200)
  const kind = random(100)
  if (kind < 40) return () => reserve(server, user, task, seconds)
  if (kind < 65) return () => settle(server, user, task, seconds)
  if (kind < 85) return () => release(server, task)
  if (kind < 92) {
    const [pack, lasts] = [`pack-${random(80)}`, random(2) ? null : minutes(1 + random(600))]
    return () => givePack(server, user, pack, seconds, lasts && new Date(server.clock.now().getTime() + lasts))
  }
  if (kind < 97)
    return async () => {
      const grants = await listGrants(server.ctx, user)
      const grant = grants[seconds % Math.max(1, grants.length)]
      if (grant?.kind === 'pack') await server.ctx.transaction((tx) => voidGrant(tx, grant.grant_id))
    }
  return async () => server.clock.advance(minutes(seconds))
}

/** Returns a generator of whole numbers, the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
