import { describe, expect, it } from 'vitest'
import { wasRefused } from '#kit/client.ts'
import { minutes } from '#kit/units.ts'
import { ZAPIER, programOf } from '#test/world/program.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'

const params = { app: 'zapier' as const }

describe('authorising a program (A§7)', () => {
  it('redirects to the registered URI with a code and the state', async () => {
    await using w = await world({ settings: ZAPIER })
    const { integrations } = await w.as()
    const { data } = await integrations.authorize({ params, query: programOf(w).query })
    const url = new URL(data.redirect_url)
    expect(url.origin + url.pathname).toBe(ZAPIER.ZAPIER_REDIRECT_URI)
    expect(Object.fromEntries(url.searchParams)).toEqual({ code: expect.stringMatching(/^eac_.{43}$/), state: 'a state & more' })
  })

  it('refuses an unknown client id or redirect URI without a redirect (§6.4 case 64)', async () => {
    await using w = await world({ settings: ZAPIER })
    const { integrations } = await w.as()
    const address = ZAPIER.ZAPIER_REDIRECT_URI
    const addresses = [
      'https://evil.example/',
      `${address}more`,
      `${address}?x=1`,
      address.replace('zapier.', 'ZAPIER.'),
      'javascript:alert(1)',
    ]
    for (const more of [{ client_id: 'someone-else' }, ...addresses.map((redirect_uri) => ({ redirect_uri }))]) {
      const call = integrations.authorize({ params, query: { ...programOf(w).query, ...more } })
      expect(wasRefused(await refusalOf(call), integrations.authorize, 'notThisProgram'), JSON.stringify(more)).toBe(true)
    }
  })

  it('redirects with an error for every other fault (§6.4 case 64)', async () => {
    await using w = await world({ settings: ZAPIER })
    const { integrations } = await w.as()
    const faults: [Record<string, string | undefined>, string][] = [
      [{ state: undefined }, 'invalid_request'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      // A missing method means plain (RFC 7636).
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ scope: 'profile everything' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
    ]
    for (const [more, error] of faults) {
      const query = { ...programOf(w).query, ...more }
      const { data } = await integrations.authorize({ params, query })
      const url = new URL(data.redirect_url)
      expect(url.origin + url.pathname).toBe(ZAPIER.ZAPIER_REDIRECT_URI)
      const said = ['error', 'state', 'code'].map((name) => url.searchParams.get(name))
      expect(said, JSON.stringify(more)).toEqual([error, query.state ?? null, null])
    }
  })

  it('keeps the query of the registered redirect URI', async () => {
    const redirect_uri = 'http://localhost:4000/back?shop=7'
    await using w = await world({ settings: { ...ZAPIER, ZAPIER_REDIRECT_URI: redirect_uri } })
    const { integrations } = await w.as()
    const query = { ...programOf(w).query, redirect_uri }
    const back = async (more = {}) =>
      new URL((await integrations.authorize({ params, query: { ...query, ...more } })).data.redirect_url).searchParams
    expect([...(await back()).keys()]).toEqual(['shop', 'code', 'state'])
    expect([...(await back({ scope: 'all' })).keys()]).toEqual(['shop', 'error', 'error_description', 'state'])
  })

  it('is limited to twenty requests a minute', async () => {
    await using w = await world({ settings: ZAPIER })
    const { integrations } = await w.as()
    const call = () => integrations.authorize({ params, query: programOf(w).query })
    for (let times = 0; times < 20; times += 1) await call()
    expect(await refusalOf(call())).toMatchObject({ httpStatus: 429 })
    w.clock.pass(minutes(1))
    expect((await call()).status).toBe(0)
  })
})

describe('the connection (A§7)', () => {
  it('shows its state, time and scopes, and ends immediately when the user disconnects', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const shown = async () => (await user.integrations.connection({ params })).data
    const nothing = { is_available: true, connected: false, scopes: [], connected_at: null, last_used_at: null }
    expect(await shown()).toEqual(nothing)
    const { access, refresh } = await program.connect(user)
    const connected_at = Math.floor(w.clock.now().getTime() / 1000)
    expect(await shown()).toMatchObject({ connected: true, scopes: ['profile', 'files:read'], connected_at })
    w.clock.pass(minutes(5))
    expect((await program.account(access)).status).toBe(200)
    expect(await shown()).toMatchObject({ connected_at, last_used_at: connected_at + 300 })

    const pending = await program.allowed(user)
    await user.integrations.disconnect({ params })
    expect(await shown()).toEqual(nothing)
    expect((await program.account(access)).status).toBe(401)
    expect((await program.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.exchange(pending)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await user.integrations.disconnect({ params })).status).toBe(0)
  })

  it("is the caller's own: another user can neither read nor end it", async () => {
    await using w = await world({ settings: ZAPIER })
    const [anna, ben, program] = [await w.as('anna'), await w.as('ben'), programOf(w)]
    const { access } = await program.connect(anna)
    expect((await ben.integrations.connection({ params })).data).toMatchObject({ connected: false, scopes: [] })
    await ben.integrations.disconnect({ params })
    expect((await program.account(access)).body).toMatchObject({ email: 'anna@example.org' })
    expect((await anna.integrations.connection({ params })).data.connected).toBe(true)
  })

  it('is not available when the program is not configured', async () => {
    await using w = await world()
    const [{ integrations }, program] = [await w.as(), programOf(w)]
    expect((await integrations.connection({ params })).data).toMatchObject({ is_available: false, connected: false })
    const call = integrations.authorize({ params, query: program.query })
    expect(wasRefused(await refusalOf(call), integrations.authorize, 'notSetUp')).toBe(true)
    expect((await integrations.disconnect({ params })).status).toBe(0)
    const answers = [await program.exchange('eac_x'), await program.revoke('eat_x'), await program.account('eat_x')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('returns 422 for an unknown program and 401 without a session', async () => {
    await using w = await world({ settings: ZAPIER })
    const { integrations } = await w.as()
    expect(await refusalOf(integrations.connection({ params: { app: 'other' as 'zapier' } }))).toMatchObject({ httpStatus: 422 })
    const stranger = clientsOf(w.url, {}).integrations
    const calls = [
      stranger.connection({ params }),
      stranger.authorize({ params, query: programOf(w).query }),
      stranger.disconnect({ params }),
    ]
    for (const error of await Promise.all(calls.map(refusalOf))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})
