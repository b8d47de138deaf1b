import { describe, expect, it } from 'vitest'
import { days, hours } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const nowOf = (w: TestServer) => w.clock.now().getTime()

async function readStatistics(
  w: TestServer,
  query: { start_time?: number; end_time?: number; diff_time?: number } = {},
  name?: string,
) {
  return (await (await w.user(name)).files.stat({ query })).data_stat
}

describe('recording statistics (A§7)', () => {
  it('return totals and counts per day of the requested span', async () => {
    await using w = await testServer()
    const first = nowOf(w)
    await w.uploadFile({ seconds: 10 })
    await w.uploadFile({ seconds: 20 })
    w.clock.advance(days(2))
    await w.uploadFile({ seconds: 30 })
    const statistics = await readStatistics(w, { start_time: first, end_time: nowOf(w) + 1 })
    expect(statistics).toMatchObject({ total_files: 3, total_duration: 60_000, total_transcribed_duration: 0 })
    expect(statistics.group_result.map((day) => day.total_files)).toEqual([2, 0, 1])
    expect(statistics.recent_30_days_daily_avg).toBe(2)
  })

  it('count transcribed recordings separately', async () => {
    await using w = await testServer()
    const { generate } = await w.user()
    const { id } = await w.uploadFile({ seconds: 20 })
    await w.uploadFile({ seconds: 5 })
    await generate.transsumm({ params: { id }, body: {} })
    await w.waitForJobs()
    expect(await readStatistics(w)).toMatchObject({ total_duration: 25_000, total_transcribed_duration: 20_000 })
  })

  it("use days and hours of the caller's time zone", async () => {
    await using w = await testServer()
    const midnight = Math.ceil(nowOf(w) / days(1)) * days(1)
    w.clock.advance(midnight - hours(1) - nowOf(w))
    await w.uploadFile({ seconds: 2 })
    const span = { start_time: midnight - days(1), end_time: midnight + days(1) }
    expect(await readStatistics(w, span)).toMatchObject({
      most_active_hour: 23,
      group_result: [{ total_files: 1 }, { total_files: 0 }],
    })
    expect(await readStatistics(w, { ...span, diff_time: 120 })).toMatchObject({
      most_active_hour: 1,
      group_result: [{ total_files: 0 }, { total_files: 1 }, { total_files: 0 }],
    })
  })

  it('cover the last 30 days without a span, and exclude the trash', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    expect((await readStatistics(w)).group_result.reduce((sum, day) => sum + day.total_files, 0)).toBe(1)
    await files.trash({ body: [id] })
    const statistics = await readStatistics(w)
    expect(statistics).toMatchObject({ total_files: 0, total_duration: 0, recent_30_days_daily_avg: 0, most_active_hour: null })
    expect(statistics.group_result).toHaveLength(31)
  })

  it('return 422 for a span that ends before it starts, and 401 without a session', async () => {
    await using w = await testServer()
    await w.user()
    expect(await expectRefusal(readStatistics(w, { start_time: 2000, end_time: 1000 }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(createClients(w.url, {}).files.stat({ query: {} }))).toMatchObject({ httpStatus: 401 })
  })

  it('are separate for each account', async () => {
    await using w = await testServer()
    await w.uploadFile({ user: 'anna', seconds: 2 })
    expect(await readStatistics(w, {}, 'ben')).toMatchObject({ total_files: 0, most_active_hour: null })
  })
})
