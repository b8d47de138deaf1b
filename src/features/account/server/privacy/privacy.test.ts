import { describe, expect, it } from 'vitest'
import { minutes, unixSeconds } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { countryOfLanguage } from './privacyRoutes.ts'

const consent = { country: 'AT', privacy_version: '2026-11', is_marketing_agreement: false, source: 'web' } as const
const consents = async (w: TestServer) =>
  (await executeSql<Record<string, unknown>>(w.ctx.db, 'select * from consent order by entry')).rows

describe('consent (A§7)', () => {
  it('is recorded for the current policy when an account is created, without marketing', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    expect(await consents(w)).toMatchObject([
      { user_id: user.id, country: '', privacy_version: '2026-11', is_marketing_agreement: false, source: 'web' },
    ])
    expect((await user.privacy.country({})).data).toEqual({
      country: '',
      privacy_version: '2026-11',
      has_new_privacy: false,
      agreed: { country: '', privacy_version: '2026-11', is_marketing_agreement: false, agreed_at: unixSeconds(w.clock.now()) },
    })
  })

  it('records country, version, marketing choice, source and time, and only adds', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    w.clock.advance(minutes(1))
    await user.privacy.agree({ body: { ...consent, is_marketing_agreement: true } })
    w.clock.advance(minutes(1))
    await user.privacy.agree({ body: { ...consent, country: 'DE' } })
    expect(await consents(w)).toMatchObject([{ country: '' }, { country: 'AT', is_marketing_agreement: true }, { country: 'DE' }])
    expect((await user.privacy.country({})).data).toMatchObject({
      country: 'DE',
      agreed: { country: 'DE', is_marketing_agreement: false, agreed_at: unixSeconds(w.clock.now()) },
    })
  })

  it('is required again for a new policy version, and refused for an old one', async () => {
    await using w = await testServer({ settings: { PRIVACY_VERSION: '2027-01' } })
    const user = await w.user('anna')
    await executeSql(w.ctx.db, "update consent set privacy_version = '2026-11'")
    expect((await user.privacy.country({})).data).toMatchObject({ has_new_privacy: true, privacy_version: '2027-01' })
    expect(await expectRefusal(user.privacy.agree({ body: consent }))).toMatchObject({
      status: -409,
      refusal: 'otherVersion',
    })
    await user.privacy.agree({ body: { ...consent, privacy_version: '2027-01' } })
    expect((await user.privacy.country({})).data).toMatchObject({ has_new_privacy: false })
  })

  it.each(['XX', 'ZZ', 'EU', 'UK', 'SU', 'AA'])('refuses the unknown country %s', async (country) => {
    await using w = await testServer()
    const user = await w.user('anna')
    const error = await expectRefusal(user.privacy.agree({ body: { ...consent, country } }))
    expect(error).toMatchObject({ status: -422, refusal: 'noSuchCountry' })
    expect(await consents(w)).toHaveLength(1)
  })

  it('refuses an invalid source or country and unauthenticated calls, and ignores user and time fields', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const agree = (body: object) => user.privacy.agree({ body: { ...consent, ...body } })
    expect(await expectRefusal(agree({ source: 'app' }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(agree({ country: 'at' }))).toMatchObject({ httpStatus: 422, body: { field: 'body.country' } })
    expect(await expectRefusal(agree({ is_marketing_agreement: 'yes' }))).toMatchObject({ httpStatus: 422 })
    const anonymous = createClients(w.url, {})
    expect(await expectRefusal(anonymous.privacy.agree({ body: consent }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(anonymous.privacy.country({}))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(anonymous.privacy.location({ headers: {} }))).toMatchObject({ httpStatus: 401 })
    w.clock.advance(minutes(1))
    await agree({ user_id: otherUser.id, agreed_at: '1999-01-01', consent_id: 'mine' })
    expect((await consents(w)).at(-1)).toMatchObject({ user_id: user.id, agreed_at: w.clock.now() })
    expect((await otherUser.privacy.country({})).data.country).toBe('')
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
    await using w = await testServer({ settings: { COUNTRY_HEADER: 'x-country' } })
    const { token } = await w.user('anna')
    const requestJson = async (headers: Record<string, string>) =>
      (
        await w.server.app.inject({
          url: '/api/user/privacy/location',
          headers: { authorization: `Bearer ${token}`, ...headers },
        })
      ).json()
    expect(await requestJson({ 'accept-language': 'de-AT', 'x-country': 'KP' })).toMatchObject({
      data: { country: 'AT', source: 'language' },
    })
    expect(await requestJson({ 'x-country': 'KP', 'x-forwarded-for': '203.0.113.9' })).toMatchObject({
      data: { country: '', source: 'unknown' },
    })
  })

  it('comes from the header of a trusted proxy, and is stored with the consent', async () => {
    await using w = await testServer({ settings: { COUNTRY_HEADER: 'X-Country', TRUSTED_PROXIES: '10.0.0.0/8' } })
    const { token } = await w.user('anna')
    const requestJson = async (url: string, remoteAddress: string, extraHeaders: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'x-country': 'fr', 'x-forwarded-for': '203.0.113.9', ...extraHeaders }
      return (await w.server.app.inject({ url: `/api/user/privacy/${url}`, remoteAddress, headers })).json() as object
    }
    expect(await requestJson('location', '10.1.2.3')).toMatchObject({ data: { country: 'FR', source: 'network' } })
    expect(await requestJson('country', '10.1.2.3')).toMatchObject({ data: { country: 'FR' } })
    expect(await requestJson('location', '10.1.2.3', { 'x-country': 'T1' })).toMatchObject({
      data: { country: '', source: 'unknown' },
    })
    expect(await requestJson('location', '192.0.2.1')).toMatchObject({ data: { country: '', source: 'unknown' } })
    const signUp = await w.server.app.inject({
      method: 'POST',
      url: '/api/auth/password/sign-up',
      remoteAddress: '10.1.2.3',
      headers: { 'x-country': 'FR', 'x-forwarded-for': '203.0.113.9' },
      payload: { email: 'ben@example.org', password: 'correct horse' },
    })
    expect(signUp.json()).toMatchObject({ status: 0 })
    expect((await consents(w)).at(-1)).toMatchObject({ country: 'FR' })
  })
})
