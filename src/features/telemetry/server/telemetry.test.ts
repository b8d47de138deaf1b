import { describe, expect, it } from 'vitest'
import { days, hours } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { testServer } from '#test/server/testServer.ts'
import { MAX_EVENTS } from '../rules.ts'
import { telemetry } from '../server.ts'
import { deleteOldTelemetry } from './store.ts'
import { MAX_EVENT_LENGTH, limitValue } from './routes.ts'

const event = (event_cat: string, event_param?: Record<string, unknown>) => ({
  body: { info: { event_cat, ...(event_param && { event_param }) } },
})

describe('POST /others/upload-info (A§7)', () => {
  it('stores the event and returns msg "success"', async () => {
    await using server = await testServer()
    const user = await server.user()
    const response = await user.telemetry.uploadInfo(event('button', { name: 'export', value: 2 }))
    expect(response).toMatchObject({ status: 0, msg: 'success' })
    const { events } = await telemetry.personalData(server.ctx, user.id)
    expect(events).toEqual([{ event_cat: 'button', event_param: { name: 'export', value: 2 }, at: server.clock.now() }])
  })

  it('stores no event whose custom node equals ignore (A§9)', async () => {
    await using server = await testServer()
    const user = await server.user()
    const response = await user.telemetry.uploadInfo(event('click', { kind: 'image', custom: 'ignore' }))
    expect(response).toMatchObject({ status: 0, msg: 'success' })
    expect((await telemetry.personalData(server.ctx, user.id)).events).toEqual([])
  })

  it('accepts a text or no value as event_param', async () => {
    await using server = await testServer()
    const user = await server.user()
    await user.telemetry.uploadInfo({ body: { info: { event_cat: 'opened', event_param: 'home' } } })
    await user.telemetry.uploadInfo(event('closed'))
    const { events } = await telemetry.personalData(server.ctx, user.id)
    expect(events).toMatchObject(
      expect.arrayContaining([
        { event_cat: 'opened', event_param: 'home', at: server.clock.now() },
        { event_cat: 'closed', event_param: null, at: server.clock.now() },
      ]) as object[],
    )
  })

  it('returns 401 without a session and 422 without a category', async () => {
    await using server = await testServer()
    const user = await server.user()
    const post = (headers: Record<string, string>, body: object) =>
      fetch(`${server.url}/api/others/upload-info`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post({}, { info: { event_cat: 'x' } })).status).toBe(401)
    const wrong = await post({ authorization: `Bearer ${user.token}` }, { info: {} })
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({ status: -422, field: 'body.info.event_cat' })
  })

  it('truncates a long text to a well-formed one that PostgreSQL accepts', async () => {
    await using server = await testServer()
    const user = await server.user()
    const cut = `${'a'.repeat(299)}😀`
    await user.telemetry.uploadInfo(event('a', { cut }))
    const { events } = await telemetry.personalData(server.ctx, user.id)
    expect(events).toMatchObject([{ event_cat: 'a', event_param: { cut: `${'a'.repeat(299)}\ufffd` } }])
  })

  it("exports only the account's own events", async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    await user.telemetry.uploadInfo(event('button'))
    await otherUser.telemetry.exposure({ body: { feature_code: 'banner' } })
    expect(await telemetry.personalData(server.ctx, otherUser.id)).toMatchObject({
      events: [],
      exposures: [{ feature_code: 'banner' }],
    })
    expect(await telemetry.personalData(server.ctx, user.id)).toMatchObject({ events: [{ event_cat: 'button' }], exposures: [] })
  })
})

describe('POST /user/exposure (A§7)', () => {
  it('counts how often something was shown, separately for each source', async () => {
    await using server = await testServer()
    const user = await server.user()
    const first = server.clock.now()
    const sendExposure = (source?: string) =>
      user.telemetry.exposure({ body: { feature_code: 'banner', ...(source && { source }) } })
    await sendExposure('home')
    server.clock.advance(hours(1))
    expect((await sendExposure('home')).data).toEqual({ feature_code: 'banner', times: 2 })
    expect((await sendExposure()).data.times).toBe(1)
    const { exposures } = await telemetry.personalData(server.ctx, user.id)
    expect(exposures[0]).toMatchObject({ source: 'home', times: 2, first_at: first, last_at: server.clock.now() })
  })

  it('counts recommended templates one by one (B§7)', async () => {
    await using server = await testServer()
    const user = await server.user()
    const items = ['MEETING', 'INTERVIEW', 'MEETING'].map((object_id) => ({ object_type: 'system', object_id }))
    const body = { feature: 'TEMPLATE_RECOMMEND', items }
    expect((await user.telemetry.exposure({ body })).data).toEqual({ feature_code: 'TEMPLATE_RECOMMEND', times: 1 })
    expect((await user.telemetry.exposure({ body })).data.times).toBe(2)
    const { exposures } = await telemetry.personalData(server.ctx, user.id)
    expect(exposures).toMatchObject([
      { feature_code: 'TEMPLATE_RECOMMEND', source: expect.stringMatching(/^system:/) as string, times: 2 },
      { feature_code: 'TEMPLATE_RECOMMEND', source: expect.stringMatching(/^system:/) as string, times: 2 },
    ])
  })

  it('returns 401 without a session and 422 without a feature', async () => {
    await using server = await testServer()
    const user = await server.user()
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/user/exposure`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: `Bearer ${user.token}` })).status).toBe(422)
  })
})

describe('the stored data', () => {
  it('is empty when TELEMETRY is off, with the same responses', async () => {
    await using server = await testServer({ settings: { TELEMETRY: 'off' } })
    const user = await server.user()
    expect(await user.telemetry.uploadInfo(event('button'))).toMatchObject({ status: 0, msg: 'success' })
    expect((await user.telemetry.exposure({ body: { feature_code: 'banner' } })).data).toEqual({
      feature_code: 'banner',
      times: 1,
    })
    expect(await telemetry.personalData(server.ctx, user.id)).toEqual({ events: [], exposures: [] })
  })

  it('is deleted after 90 days', async () => {
    await using server = await testServer()
    const user = await server.user()
    await user.telemetry.uploadInfo(event('old'))
    await user.telemetry.exposure({ body: { feature_code: 'old' } })
    server.clock.advance(days(90) - hours(2))
    const otherUser = await server.user('ben')
    await otherUser.telemetry.uploadInfo(event('young'))
    await server.waitForJobs()
    expect((await telemetry.personalData(server.ctx, user.id)).events).toHaveLength(1)
    server.clock.advance(hours(3))
    await expect
      .poll(async () => await telemetry.personalData(server.ctx, user.id), { timeout: 10_000 })
      .toEqual({ events: [], exposures: [] })
    expect((await telemetry.personalData(server.ctx, otherUser.id)).events).toMatchObject([{ event_cat: 'young' }])
  })

  it('has at most 20,000 events of a user, the latest ones', async () => {
    await using server = await testServer({ runsJobs: false })
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const at = server.clock.now()
    await executeSql(
      server.ctx.db,
      `insert into telemetry_event (user_id, event_id, event_cat, at)
       select $1, lpad(n::text, 32, '0'), 'event ' || n, $2 from generate_series(1, $3::int) n`,
      [user.id, at, MAX_EVENTS + 5],
    )
    await otherUser.telemetry.uploadInfo(event('of ben'))
    await deleteOldTelemetry(server.ctx)
    expect((await telemetry.personalData(server.ctx, otherUser.id)).events).toHaveLength(1)
    const { events } = await telemetry.personalData(server.ctx, user.id)
    expect(events).toHaveLength(MAX_EVENTS)
    expect(events[0]).toMatchObject({ event_cat: 'event 6' })
  })

  it('is limited to 300 characters, three levels and 50 entries', () => {
    expect(limitValue({ a: 'x'.repeat(400) })).toEqual({ a: 'x'.repeat(300) })
    expect(limitValue({ a: { b: { c: { d: 1 } } } })).toEqual({ a: { b: { c: null } } })
    expect(limitValue([...Array(60).keys()])).toHaveLength(50)
    const huge = limitValue(Object.fromEntries([...Array(50).keys()].map((n) => [n, 'y'.repeat(300)])))
    expect(Object.keys(huge as object)).toEqual(['cut'])
    expect(JSON.stringify(huge).length).toBeLessThan(MAX_EVENT_LENGTH)
  })
})
