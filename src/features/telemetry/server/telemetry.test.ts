import { describe, expect, it } from 'vitest'
import { days, hours } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { world } from '#test/world/world.ts'
import { MOST_EVENTS } from '../rules.ts'
import { dataOf } from '../server.ts'
import { forgetOld } from './store.ts'
import { MOST_KEPT, trimmed } from './trimmed.ts'

const event = (event_cat: string, event_param?: Record<string, unknown>) => ({
  body: { info: { event_cat, ...(event_param && { event_param }) } },
})

describe('POST /others/upload-info (A§7)', () => {
  it('stores the event and returns msg "success"', async () => {
    await using w = await world()
    const anna = await w.as()
    const answer = await anna.telemetry.uploadInfo(event('button', { name: 'export', value: 2 }))
    expect(answer).toMatchObject({ status: 0, msg: 'success' })
    const { events } = await dataOf(w.ground, anna.id)
    expect(events).toEqual([{ event_cat: 'button', event_param: { name: 'export', value: 2 }, at: w.clock.now() }])
  })

  it('accepts a text or no value as event_param', async () => {
    await using w = await world()
    const anna = await w.as()
    await anna.telemetry.uploadInfo({ body: { info: { event_cat: 'opened', event_param: 'home' } } })
    await anna.telemetry.uploadInfo(event('closed'))
    const { events } = await dataOf(w.ground, anna.id)
    expect(events).toMatchObject(
      expect.arrayContaining([
        { event_cat: 'opened', event_param: 'home', at: w.clock.now() },
        { event_cat: 'closed', event_param: null, at: w.clock.now() },
      ]) as object[],
    )
  })

  it('returns 401 without a session and 422 without a category', async () => {
    await using w = await world()
    const anna = await w.as()
    const ask = (headers: Record<string, string>, body: object) =>
      fetch(`${w.url}/api/others/upload-info`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await ask({}, { info: { event_cat: 'x' } })).status).toBe(401)
    const wrong = await ask({ authorization: `Bearer ${anna.token}` }, { info: {} })
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({ status: -422, field: 'body.info.event_cat' })
  })

  it('truncates a long text to a well-formed one that PostgreSQL accepts', async () => {
    await using w = await world()
    const anna = await w.as()
    const cut = `${'a'.repeat(299)}😀`
    await anna.telemetry.uploadInfo(event('a', { cut }))
    const { events } = await dataOf(w.ground, anna.id)
    expect(events).toMatchObject([{ event_cat: 'a', event_param: { cut: `${'a'.repeat(299)}\ufffd` } }])
  })

  it("exports only the account's own events", async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    await anna.telemetry.uploadInfo(event('button'))
    await ben.telemetry.exposure({ body: { feature_code: 'banner' } })
    expect(await dataOf(w.ground, ben.id)).toMatchObject({ events: [], exposures: [{ feature_code: 'banner' }] })
    expect(await dataOf(w.ground, anna.id)).toMatchObject({ events: [{ event_cat: 'button' }], exposures: [] })
  })
})

describe('POST /user/exposure (A§7)', () => {
  it('counts how often something was shown, separately for each source', async () => {
    await using w = await world()
    const anna = await w.as()
    const first = w.clock.now()
    const shown = (source?: string) => anna.telemetry.exposure({ body: { feature_code: 'banner', ...(source && { source }) } })
    await shown('home')
    w.clock.pass(hours(1))
    expect((await shown('home')).data).toEqual({ feature_code: 'banner', times: 2 })
    expect((await shown()).data.times).toBe(1)
    const { exposures } = await dataOf(w.ground, anna.id)
    expect(exposures[0]).toMatchObject({ source: 'home', times: 2, first_at: first, last_at: w.clock.now() })
  })

  it('returns 401 without a session and 422 without a feature', async () => {
    await using w = await world()
    const anna = await w.as()
    const ask = (headers: Record<string, string>) =>
      fetch(`${w.url}/api/user/exposure`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: `Bearer ${anna.token}` })).status).toBe(422)
  })
})

describe('the stored data', () => {
  it('is empty when TELEMETRY is off, with the same responses', async () => {
    await using w = await world({ settings: { TELEMETRY: 'off' } })
    const anna = await w.as()
    expect(await anna.telemetry.uploadInfo(event('button'))).toMatchObject({ status: 0, msg: 'success' })
    expect((await anna.telemetry.exposure({ body: { feature_code: 'banner' } })).data).toEqual({
      feature_code: 'banner',
      times: 1,
    })
    expect(await dataOf(w.ground, anna.id)).toEqual({ events: [], exposures: [] })
  })

  it('is deleted after 90 days', async () => {
    await using w = await world()
    const anna = await w.as()
    await anna.telemetry.uploadInfo(event('old'))
    await anna.telemetry.exposure({ body: { feature_code: 'old' } })
    w.clock.pass(days(90) - hours(2))
    const ben = await w.as('ben')
    await ben.telemetry.uploadInfo(event('young'))
    await w.settle()
    expect((await dataOf(w.ground, anna.id)).events).toHaveLength(1)
    w.clock.pass(hours(3))
    await expect.poll(async () => await dataOf(w.ground, anna.id), { timeout: 10_000 }).toEqual({ events: [], exposures: [] })
    expect((await dataOf(w.ground, ben.id)).events).toMatchObject([{ event_cat: 'young' }])
  })

  it('has at most 20,000 events of a user, the latest ones', async () => {
    await using w = await world({ working: false })
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const at = w.clock.now()
    await executeSql(
      w.ground.db,
      `insert into telemetry_event (user_id, event_id, event_cat, at)
       select $1, lpad(n::text, 32, '0'), 'event ' || n, $2 from generate_series(1, $3::int) n`,
      [anna.id, at, MOST_EVENTS + 5],
    )
    await ben.telemetry.uploadInfo(event('of ben'))
    await forgetOld(w.ground)
    expect((await dataOf(w.ground, ben.id)).events).toHaveLength(1)
    const { events } = await dataOf(w.ground, anna.id)
    expect(events).toHaveLength(MOST_EVENTS)
    expect(events[0]).toMatchObject({ event_cat: 'event 6' })
  })

  it('is limited to 300 characters, three levels and 50 entries', () => {
    expect(trimmed({ a: 'x'.repeat(400) })).toEqual({ a: 'x'.repeat(300) })
    expect(trimmed({ a: { b: { c: { d: 1 } } } })).toEqual({ a: { b: { c: null } } })
    expect(trimmed([...Array(60).keys()])).toHaveLength(50)
    const huge = trimmed(Object.fromEntries([...Array(50).keys()].map((n) => [n, 'y'.repeat(300)])))
    expect(Object.keys(huge as object)).toEqual(['cut'])
    expect(JSON.stringify(huge).length).toBeLessThan(MOST_KEPT)
  })
})
