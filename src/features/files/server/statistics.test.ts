import { describe, expect, it } from 'vitest'
import { days, hours } from '#kit/units.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

const at = (w: World) => w.clock.now().getTime()

async function stat(w: World, query: { start_time?: number; end_time?: number; diff_time?: number } = {}, name?: string) {
  return (await (await w.as(name)).files.stat({ query })).data_stat
}

describe('recording statistics (A§7)', () => {
  it('return totals and counts per day of the requested span', async () => {
    await using w = await world()
    const first = at(w)
    await w.file({ seconds: 10 })
    await w.file({ seconds: 20 })
    w.clock.pass(days(2))
    await w.file({ seconds: 30 })
    const said = await stat(w, { start_time: first, end_time: at(w) + 1 })
    expect(said).toMatchObject({ total_files: 3, total_duration: 60_000, total_transcribed_duration: 0 })
    expect(said.group_result.map((day) => day.total_files)).toEqual([2, 0, 1])
    expect(said.recent_30_days_daily_avg).toBe(2)
  })

  it('count transcribed recordings separately', async () => {
    await using w = await world()
    const { generate } = await w.as()
    const { id } = await w.file({ seconds: 20 })
    await w.file({ seconds: 5 })
    await generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    expect(await stat(w)).toMatchObject({ total_duration: 25_000, total_transcribed_duration: 20_000 })
  })

  it("use days and hours of the caller's time zone", async () => {
    await using w = await world()
    const midnight = Math.ceil(at(w) / days(1)) * days(1)
    w.clock.pass(midnight - hours(1) - at(w))
    await w.file({ seconds: 2 })
    const span = { start_time: midnight - days(1), end_time: midnight + days(1) }
    expect(await stat(w, span)).toMatchObject({ most_active_hour: 23, group_result: [{ total_files: 1 }, { total_files: 0 }] })
    expect(await stat(w, { ...span, diff_time: 120 })).toMatchObject({
      most_active_hour: 1,
      group_result: [{ total_files: 0 }, { total_files: 1 }, { total_files: 0 }],
    })
  })

  it('cover the last 30 days without a span, and exclude the trash', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file({ seconds: 2 })
    expect((await stat(w)).group_result.reduce((sum, day) => sum + day.total_files, 0)).toBe(1)
    await files.trash({ body: [id] })
    const said = await stat(w)
    expect(said).toMatchObject({ total_files: 0, total_duration: 0, recent_30_days_daily_avg: 0, most_active_hour: null })
    expect(said.group_result).toHaveLength(31)
  })

  it('return 422 for a span that ends before it starts, and 401 without a session', async () => {
    await using w = await world()
    await w.as()
    expect(await refusalOf(stat(w, { start_time: 2000, end_time: 1000 }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(clientsOf(w.url, {}).files.stat({ query: {} }))).toMatchObject({ httpStatus: 401 })
  })

  it('are separate for each account', async () => {
    await using w = await world()
    await w.file({ as: 'anna', seconds: 2 })
    expect(await stat(w, {}, 'ben')).toMatchObject({ total_files: 0, most_active_hour: null })
  })
})
