import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { ZAPIER_SETTINGS, createOAuthClient } from '#test/server/createOAuthClient.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

const params = { app: 'zapier' as const }

describe('authorising a program (A§7)', () => {
  it('redirects to the registered URI with a code and the state', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const { integrations } = await server.user()
    const { data } = await integrations.authorize({ params, query: createOAuthClient(server).query })
    const url = new URL(data.redirect_url)
    expect(url.origin + url.pathname).toBe(ZAPIER_SETTINGS.ZAPIER_REDIRECT_URI)
    expect(Object.fromEntries(url.searchParams)).toEqual({ code: expect.stringMatching(/^eac_.{43}$/), state: 'a state & more' })
  })

  it('refuses an unknown client id or redirect URI without a redirect', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const { integrations } = await server.user()
    const address = ZAPIER_SETTINGS.ZAPIER_REDIRECT_URI
    const addresses = [
      'https://evil.example/',
      `${address}more`,
      `${address}?x=1`,
      address.replace('zapier.', 'ZAPIER.'),
      'javascript:alert(1)',
    ]
    for (const change of [{ client_id: 'someone-else' }, ...addresses.map((redirect_uri) => ({ redirect_uri }))]) {
      const call = integrations.authorize({ params, query: { ...createOAuthClient(server).query, ...change } })
      expect(isRefused(await expectRefusal(call), integrations.authorize, 'notThisProgram'), JSON.stringify(change)).toBe(true)
    }
  })

  it('redirects with an error for every other fault', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const { integrations } = await server.user()
    const faults: [Record<string, string | undefined>, string][] = [
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      // A missing method means plain (RFC 7636).
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ scope: 'profile everything' }, 'invalid_scope'],
    ]
    for (const [change, error] of faults) {
      const query = { ...createOAuthClient(server).query, ...change }
      const { data } = await integrations.authorize({ params, query })
      const url = new URL(data.redirect_url)
      expect(url.origin + url.pathname).toBe(ZAPIER_SETTINGS.ZAPIER_REDIRECT_URI)
      const redirectParams = ['error', 'state', 'code'].map((name) => url.searchParams.get(name))
      expect(redirectParams, JSON.stringify(change)).toEqual([error, query.state ?? null, null])
    }
  })

  it('accepts a request with nothing but client_id, flag and response_type (A§2)', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const { client_id, flag, response_type } = program.query
    const { data } = await user.integrations.authorize({ params, query: { client_id, flag, response_type } })
    const url = new URL(data.redirect_url)
    expect(url.origin + url.pathname).toBe(ZAPIER_SETTINGS.ZAPIER_REDIRECT_URI)
    expect([...url.searchParams.keys()]).toEqual(['code'])
    // What the request left out is not part of the exchange either (RFC 6749 §4.1.3).
    const form = { grant_type: 'authorization_code', code: url.searchParams.get('code') ?? '', ...program.credentials }
    expect(await program.postForm('token', form)).toMatchObject({ status: 200, body: { scope: 'profile' } })
  })

  it.each([
    ['client_id', ''],
    ['client_id', undefined],
    ['flag', 'other'],
    ['flag', undefined],
    ['response_type', 'token'],
    ['response_type', undefined],
  ])('refuses a request whose %s is %j (A§2)', async (name, value) => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const { integrations } = await server.user()
    const query = { ...createOAuthClient(server).query, [name]: value }
    expect(await expectRefusal(integrations.authorize({ params, query }))).toMatchObject({ httpStatus: 422 })
  })

  it('keeps the query of the registered redirect URI', async () => {
    const redirect_uri = 'http://localhost:4000/back?shop=7'
    await using server = await testServer({ settings: { ...ZAPIER_SETTINGS, ZAPIER_REDIRECT_URI: redirect_uri } })
    const { integrations } = await server.user()
    const query = { ...createOAuthClient(server).query, redirect_uri }
    const redirectParams = async (change = {}) =>
      new URL((await integrations.authorize({ params, query: { ...query, ...change } })).data.redirect_url).searchParams
    expect([...(await redirectParams()).keys()]).toEqual(['shop', 'code', 'state'])
    expect([...(await redirectParams({ scope: 'all' })).keys()]).toEqual(['shop', 'error', 'error_description', 'state'])
  })

  it('is limited to twenty requests a minute', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const { integrations } = await server.user()
    const call = () => integrations.authorize({ params, query: createOAuthClient(server).query })
    for (let times = 0; times < 20; times += 1) await call()
    expect(await expectRefusal(call())).toMatchObject({ httpStatus: 429 })
    server.clock.advance(minutes(1))
    expect((await call()).status).toBe(0)
  })
})

describe('a program without a secret (A§2)', () => {
  const PUBLIC_PROGRAM = { ...ZAPIER_SETTINGS, ZAPIER_CLIENT_SECRET: '' }

  it('needs a code challenge', async () => {
    await using server = await testServer({ settings: PUBLIC_PROGRAM })
    const { integrations } = await server.user()
    const query = { ...createOAuthClient(server).query, code_challenge: undefined, code_challenge_method: undefined }
    const { data } = await integrations.authorize({ params, query })
    expect(new URL(data.redirect_url).searchParams.get('error')).toBe('invalid_request')
  })

  it('exchanges and refreshes with its client id, and is not known with a secret', async () => {
    await using server = await testServer({ settings: PUBLIC_PROGRAM })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const withoutSecret = { client_secret: '' }
    expect((await program.exchangeCode(await program.grantAccess(user))).status).toBe(401)
    const wrongVerifier = { ...withoutSecret, code_verifier: 'x'.repeat(43) }
    expect((await program.exchangeCode(await program.grantAccess(user), wrongVerifier)).status).toBe(400)
    const { status, body } = await program.exchangeCode(await program.grantAccess(user), withoutSecret)
    expect(status).toBe(200)
    const refreshed = await program.refreshTokens(String(body['refresh_token']), withoutSecret)
    expect(refreshed.status).toBe(200)
    expect((await program.fetchAccount(String(refreshed.body['access_token']))).body).toMatchObject({ email: user.email })
  })
})

describe('the connection (A§7)', () => {
  it('shows its state, time and scopes, and ends immediately when the user disconnects', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const connectionState = async () => (await user.integrations.connection({ params })).data
    const nothing = { is_available: true, connected: false, scopes: [], connected_at: null, last_used_at: null }
    expect(await connectionState()).toEqual(nothing)
    const { access, refreshTokens } = await program.connect(user)
    const connected_at = Math.floor(server.clock.now().getTime() / 1000)
    expect(await connectionState()).toMatchObject({ connected: true, scopes: ['profile', 'files:read'], connected_at })
    server.clock.advance(minutes(5))
    expect((await program.fetchAccount(access)).status).toBe(200)
    expect(await connectionState()).toMatchObject({ connected_at, last_used_at: connected_at + 300 })

    const pending = await program.grantAccess(user)
    await user.integrations.disconnect({ params })
    expect(await connectionState()).toEqual(nothing)
    expect((await program.fetchAccount(access)).status).toBe(401)
    expect((await program.refreshTokens(refreshTokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.exchangeCode(pending)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await user.integrations.disconnect({ params })).status).toBe(0)
  })

  it("is the caller's own: another user can neither read nor end it", async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, otherUser, program] = [await server.user('anna'), await server.user('ben'), createOAuthClient(server)]
    const { access } = await program.connect(user)
    expect((await otherUser.integrations.connection({ params })).data).toMatchObject({ connected: false, scopes: [] })
    await otherUser.integrations.disconnect({ params })
    expect((await program.fetchAccount(access)).body).toMatchObject({ email: 'anna@example.org' })
    expect((await user.integrations.connection({ params })).data.connected).toBe(true)
  })

  it('is not available when the program is not configured', async () => {
    await using server = await testServer()
    const [{ integrations }, program] = [await server.user(), createOAuthClient(server)]
    expect((await integrations.connection({ params })).data).toMatchObject({ is_available: false, connected: false })
    const call = integrations.authorize({ params, query: program.query })
    expect(isRefused(await expectRefusal(call), integrations.authorize, 'notSetUp')).toBe(true)
    expect((await integrations.disconnect({ params })).status).toBe(0)
    const responses = [
      await program.exchangeCode('eac_x'),
      await program.revokeToken('eat_x'),
      await program.fetchAccount('eat_x'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('returns 422 for an unknown program and 401 without a session', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const { integrations } = await server.user()
    expect(await expectRefusal(integrations.connection({ params: { app: 'other' as 'zapier' } }))).toMatchObject({
      httpStatus: 422,
    })
    const anonymous = createClients(server.url, {}).integrations
    const calls = [
      anonymous.connection({ params }),
      anonymous.authorize({ params, query: createOAuthClient(server).query }),
      anonymous.disconnect({ params }),
    ]
    for (const error of await Promise.all(calls.map(expectRefusal))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})
