import { describe, expect, it } from 'vitest'
import { minutes, unixSeconds } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'
import { countryOfLanguage } from './countryOfLanguage.ts'

const consent = { country: 'AT', privacy_version: '2026-11', is_marketing_agreement: false, source: 'web' } as const
const consents = async (w: World) =>
  (await executeSql<Record<string, unknown>>(w.ground.db, 'select * from consent order by entry')).rows

describe('consent (A§7)', () => {
  it('is recorded for the current policy when an account is created, without marketing', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    expect(await consents(w)).toMatchObject([
      { user_id: anna.id, country: '', privacy_version: '2026-11', is_marketing_agreement: false, source: 'web' },
    ])
    expect((await anna.privacy.country({})).data).toEqual({
      country: '',
      privacy_version: '2026-11',
      has_new_privacy: false,
      agreed: { country: '', privacy_version: '2026-11', is_marketing_agreement: false, agreed_at: unixSeconds(w.clock.now()) },
    })
  })

  it('records country, version, marketing choice, source and time, and only adds', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    w.clock.pass(minutes(1))
    await anna.privacy.agree({ body: { ...consent, is_marketing_agreement: true } })
    w.clock.pass(minutes(1))
    await anna.privacy.agree({ body: { ...consent, country: 'DE' } })
    expect(await consents(w)).toMatchObject([{ country: '' }, { country: 'AT', is_marketing_agreement: true }, { country: 'DE' }])
    expect((await anna.privacy.country({})).data).toMatchObject({
      country: 'DE',
      agreed: { country: 'DE', is_marketing_agreement: false, agreed_at: unixSeconds(w.clock.now()) },
    })
  })

  it('is required again for a new policy version, and refused for an old one', async () => {
    await using w = await world({ settings: { PRIVACY_VERSION: '2027-01' } })
    const anna = await w.as('anna')
    await executeSql(w.ground.db, "update consent set privacy_version = '2026-11'")
    expect((await anna.privacy.country({})).data).toMatchObject({ has_new_privacy: true, privacy_version: '2027-01' })
    expect(await refusalOf(anna.privacy.agree({ body: consent }))).toMatchObject({
      status: -409,
      refusal: 'otherVersion',
    })
    await anna.privacy.agree({ body: { ...consent, privacy_version: '2027-01' } })
    expect((await anna.privacy.country({})).data).toMatchObject({ has_new_privacy: false })
  })

  it.each(['XX', 'ZZ', 'EU', 'UK', 'SU', 'AA'])('refuses the unknown country %s', async (country) => {
    await using w = await world()
    const anna = await w.as('anna')
    const error = await refusalOf(anna.privacy.agree({ body: { ...consent, country } }))
    expect(error).toMatchObject({ status: -422, refusal: 'noSuchCountry' })
    expect(await consents(w)).toHaveLength(1)
  })

  it('refuses an invalid source or country and unauthenticated calls, and ignores user and time fields', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const say = (body: object) => anna.privacy.agree({ body: { ...consent, ...body } })
    expect(await refusalOf(say({ source: 'app' }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(say({ country: 'at' }))).toMatchObject({ httpStatus: 422, body: { field: 'body.country' } })
    expect(await refusalOf(say({ is_marketing_agreement: 'yes' }))).toMatchObject({ httpStatus: 422 })
    const stranger = clientsOf(w.url, {})
    expect(await refusalOf(stranger.privacy.agree({ body: consent }))).toMatchObject({ httpStatus: 401 })
    expect(await refusalOf(stranger.privacy.country({}))).toMatchObject({ httpStatus: 401 })
    expect(await refusalOf(stranger.privacy.location({ headers: {} }))).toMatchObject({ httpStatus: 401 })
    w.clock.pass(minutes(1))
    await say({ user_id: ben.id, agreed_at: '1999-01-01', consent_id: 'mine' })
    expect((await consents(w)).at(-1)).toMatchObject({ user_id: anna.id, agreed_at: w.clock.now() })
    expect((await ben.privacy.country({})).data.country).toBe('')
  })
})

describe('the detected country (A§7)', () => {
  it.each([
    ['de-AT', 'AT'],
    ['de-AT,de;q=0.9,en;q=0.8', 'AT'],
    ['en;q=0.2, ja;q=0.9', 'JP'],
    ['de', 'DE'],
    ['pt', 'BR'],
    ['zh-Hant-TW', 'TW'],
    ['es-419,fr-CA;q=0.5', 'CA'],
    ['*', ''],
    ['', ''],
    ['en;q=0', ''],
    ['!!,de-', ''],
    ['xx', ''],
  ])('for Accept-Language %j is %j', (languages, country) => {
    expect(countryOfLanguage(languages)).toBe(country)
  })

  it('comes from the language of the browser if the country header is not from a trusted proxy', async () => {
    await using w = await world({ settings: { COUNTRY_HEADER: 'x-country' } })
    const { token } = await w.as('anna')
    const ask = async (headers: Record<string, string>) =>
      (
        await w.server.app.inject({
          url: '/api/user/privacy/location',
          headers: { authorization: `Bearer ${token}`, ...headers },
        })
      ).json()
    expect(await ask({ 'accept-language': 'de-AT', 'x-country': 'KP' })).toMatchObject({
      data: { country: 'AT', source: 'language' },
    })
    expect(await ask({ 'x-country': 'KP', 'x-forwarded-for': '203.0.113.9' })).toMatchObject({
      data: { country: '', source: 'unknown' },
    })
  })

  it('comes from the header of a trusted proxy, and is stored with the consent', async () => {
    await using w = await world({ settings: { COUNTRY_HEADER: 'X-Country', TRUSTED_PROXIES: '10.0.0.0/8' } })
    const { token } = await w.as('anna')
    const ask = async (url: string, remoteAddress: string, more: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'x-country': 'fr', 'x-forwarded-for': '203.0.113.9', ...more }
      return (await w.server.app.inject({ url: `/api/user/privacy/${url}`, remoteAddress, headers })).json() as object
    }
    expect(await ask('location', '10.1.2.3')).toMatchObject({ data: { country: 'FR', source: 'network' } })
    expect(await ask('country', '10.1.2.3')).toMatchObject({ data: { country: 'FR' } })
    expect(await ask('location', '10.1.2.3', { 'x-country': 'T1' })).toMatchObject({ data: { country: '', source: 'unknown' } })
    expect(await ask('location', '192.0.2.1')).toMatchObject({ data: { country: '', source: 'unknown' } })
    const made = await w.server.app.inject({
      method: 'POST',
      url: '/api/auth/password/sign-up',
      remoteAddress: '10.1.2.3',
      headers: { 'x-country': 'FR', 'x-forwarded-for': '203.0.113.9' },
      payload: { email: 'ben@example.org', password: 'correct horse' },
    })
    expect(made.json()).toMatchObject({ status: 0 })
    expect((await consents(w)).at(-1)).toMatchObject({ country: 'FR' })
  })
})
