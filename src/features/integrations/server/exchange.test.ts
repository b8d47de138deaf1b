import { describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '#shared/units.ts'
import { ZAPIER_SETTINGS, createOAuthClient } from '#test/server/createOAuthClient.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'
import { integrations } from '../server.ts'
import { CODE_LIFETIME, CONNECTION_LIFETIME, MAX_CONNECTIONS, REFRESH_GRACE_PERIOD } from '../rules.ts'
import { deleteExpired, findToken, lockCode } from './store.ts'
import { hashToken } from '#platform/crypto/hashes.ts'

const params = { app: 'zapier' as const }

describe('a code', () => {
  it('is exchanged for tokens that give access to the account', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const { status, headers, body } = await program.exchangeCode(await program.grantAccess(user))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^eat_.{43}$/),
      refresh_token: expect.stringMatching(/^ert_.{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'profile files:read',
    })
    const account = await program.fetchAccount(String(body['access_token']))
    expect(account.status).toBe(200)
    expect(account.body).toEqual({
      id_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      nickname: expect.any(String),
      email: user.email,
    })
  })

  it('is exchanged by only one of eight concurrent requests', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const program = createOAuthClient(server)
    const code = await program.grantAccess(await server.user())
    const responses = await Promise.all(Array.from({ length: 8 }, () => program.exchangeCode(code)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  })

  it('that is used twice ends its connection, because it may have been stolen', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const code = await program.grantAccess(user)
    const { body } = await program.exchangeCode(code)
    expect((await program.exchangeCode(code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.fetchAccount(String(body['access_token']))).status).toBe(401)
    expect((await user.integrations.connection({ params })).data.connected).toBe(false)
  })

  it('is spent by a wrong verifier and by a wrong redirect URI', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const invalidParams: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { redirect_uri: `${ZAPIER_SETTINGS.ZAPIER_REDIRECT_URI}more` },
    ]
    for (const wrong of invalidParams) {
      const code = await program.grantAccess(user)
      expect((await program.exchangeCode(code, wrong)).status).toBe(400)
      expect((await program.exchangeCode(code)).body).toMatchObject({ error: 'invalid_grant' })
    }
    expect((await program.exchangeCode(await program.grantAccess(user))).status).toBe(200)
  })

  it('expires after a minute', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const [early, late] = [await program.grantAccess(user), await program.grantAccess(user)]
    server.clock.advance(CODE_LIFETIME - 1)
    expect((await program.exchangeCode(early)).status).toBe(200)
    server.clock.advance(1)
    expect((await program.exchangeCode(late)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it('is exchanged only with the client secret, in the form or in the header', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const code = await program.grantAccess(user)
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: program.query.redirect_uri,
      code_verifier: program.verifier,
    }
    const { client_id, client_secret } = program.credentials
    const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` })
    const wrong = [
      await program.exchangeCode(code, { client_secret: 'wrong' }),
      await program.exchangeCode(code, { client_id: 'someone-else' }),
      await program.postForm('token', { ...form, client_id }),
      await program.postForm('token', form, basic('wrong')),
      await program.revokeToken('eat_x', { client_secret: 'wrong' }),
    ]
    for (const { status, body } of wrong) expect([status, body['error']]).toEqual([401, 'invalid_client'])
    expect((await program.postForm('token', form, basic(encodeURIComponent(client_secret)))).status).toBe(200)
  })

  it('needs a valid form and a supported grant type', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    await server.user()
    const program = createOAuthClient(server)
    const url = `${server.url}/api/auth/apps/zapier/token`
    const json = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }])
    const twice = await fetch(url, { method: 'POST', body: new URLSearchParams([['code', 'a'], ['code', 'b']]) }) // oxfmt-ignore
    expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }])
    const password = await program.exchangeCode('x', { grant_type: 'password', username: 'anna', password: 'correct horse' })
    expect([password.status, password.body['error']]).toEqual([400, 'unauthorized_client'])
    const none = await program.exchangeCode('x', { grant_type: 'magic' })
    expect([none.status, none.body['error']]).toEqual([400, 'unsupported_grant_type'])
    expect((await fetch(url.replace('zapier', 'other'), { method: 'POST', body: new URLSearchParams() })).status).toBe(404)
  })
})

describe('a refresh token', () => {
  it('is replaced on each refresh; the previous one stays valid for a minute', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const program = createOAuthClient(server)
    const first = await program.connect(await server.user())
    const firstRefresh = await program.refreshTokens(first.refreshTokens)
    expect(firstRefresh.body).toMatchObject({ expires_in: 3600, scope: 'profile files:read' })
    expect(firstRefresh.body['refresh_token']).not.toBe(first.refreshTokens)
    server.clock.advance(REFRESH_GRACE_PERIOD - 1)
    const secondRefresh = await program.refreshTokens(first.refreshTokens)
    expect(secondRefresh.status).toBe(200)
    expect((await program.fetchAccount(String(secondRefresh.body['access_token']))).status).toBe(200)
    expect((await program.refreshTokens(String(secondRefresh.body['refresh_token']))).status).toBe(200)
  })

  it('ends the connection when it is used after that minute', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const first = await program.connect(user)
    const { body } = await program.refreshTokens(first.refreshTokens)
    server.clock.advance(REFRESH_GRACE_PERIOD)
    expect((await program.refreshTokens(first.refreshTokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.refreshTokens(String(body['refresh_token']))).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.fetchAccount(String(body['access_token']))).status).toBe(401)
    expect((await user.integrations.connection({ params })).data.connected).toBe(false)
  })

  it('expires ninety days after the authorization, also when it is refreshed', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const { access, refreshTokens } = await program.connect(user)
    server.clock.advance(hours(1))
    expect((await program.fetchAccount(access)).status).toBe(401)
    server.clock.advance(CONNECTION_LIFETIME - hours(1) - seconds(30))
    const { body } = await program.refreshTokens(refreshTokens)
    expect((await program.fetchAccount(String(body['access_token']))).status).toBe(200)
    server.clock.advance(seconds(30))
    expect((await program.fetchAccount(String(body['access_token']))).status).toBe(401)
    expect((await program.refreshTokens(String(body['refresh_token']))).body).toMatchObject({ error: 'invalid_grant' })
    expect(
      (await createClients(server.url, {}).account.signIn({ body: { email: user.email, password: 'correct horse' } })).status,
    ).toBe(0)
    await deleteExpired(server.ctx)
    expect(await integrations.personalData(server.ctx, user.id)).toEqual({ connections: [] })
  })

  it('can narrow the scopes and never extend them', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const narrow = await program.connect(user, { scope: 'profile' })
    expect((await program.refreshTokens(narrow.refreshTokens, { scope: 'profile files:read' })).body).toMatchObject({
      error: 'invalid_scope',
    })
    const all = await program.connect(user)
    const { body } = await program.refreshTokens(all.refreshTokens, { scope: 'files:read' })
    expect(body['scope']).toBe('files:read')
    const refused = await program.fetchAccount(String(body['access_token']))
    expect([refused.status, refused.body['error']]).toEqual([403, 'insufficient_scope'])
    expect((await program.refreshTokens(String(body['refresh_token']))).body['scope']).toBe('profile files:read')
  })

  it('ends the connection when it is revoked; revoking an access token ends only that token', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const { access, refreshTokens } = await program.connect(user)
    expect(await program.revokeToken(access)).toMatchObject({ status: 200, body: {} })
    expect((await program.fetchAccount(access)).status).toBe(401)
    expect((await program.refreshTokens(refreshTokens)).status).toBe(200)
    expect((await program.revokeToken(refreshTokens)).status).toBe(200)
    expect((await user.integrations.connection({ params })).data.connected).toBe(false)
    expect((await program.revokeToken('ert_nothing')).status).toBe(200)
  })
})

describe('the tokens of a program', () => {
  it('are refused on the routes of users, and session tokens are refused on the routes of programs', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const { access, refreshTokens } = await program.connect(user)
    for (const token of [access, refreshTokens]) {
      const clients = createClients(server.url, { token })
      const calls = [
        clients.me.me({}),
        clients.integrations.disconnect({ params }),
        clients.sessions.list({}),
        clients.files.list({ query: {}, body: [] }),
      ]
      for (const error of await Promise.all(calls.map(expectRefusal))) expect(error).toMatchObject({ httpStatus: 401 })
    }
    for (const token of [user.token, refreshTokens, 'eat_nothing']) {
      const { status, headers, body } = await program.fetchAccount(token)
      expect([status, body['error'], headers.get('www-authenticate')]).toEqual([
        401,
        'invalid_token',
        'Bearer error="invalid_token"',
      ])
    }
  })

  it('are stored only as hashes and deleted with the account', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const code = await program.grantAccess(user)
    const { access, refreshTokens } = await program.connect(user)
    const rows = [await findToken(server.ctx, hashToken(access)), await findToken(server.ctx, hashToken(refreshTokens))]
    const stored = JSON.stringify([
      ...rows,
      await lockCode(server.ctx, hashToken(code)),
      await integrations.personalData(server.ctx, user.id),
    ])
    expect(rows.map((row) => row?.kind)).toEqual(['access', 'refresh'])
    for (const rawToken of [code, access, refreshTokens]) expect(stored).not.toContain(rawToken)
    expect(await integrations.personalData(server.ctx, user.id)).toMatchObject({
      connections: [{ app: 'zapier', scopes: ['profile', 'files:read'] }],
    })
    await user.me.remove({})
    expect((await program.fetchAccount(access)).status).toBe(401)
    expect((await program.refreshTokens(refreshTokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await integrations.personalData(server.ctx, user.id)).toEqual({ connections: [] })
  })

  it('belong to the latest twenty connections', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const first = await program.connect(user)
    for (let times = 0; times < MAX_CONNECTIONS; times += 1) {
      server.clock.advance(minutes(1))
      await program.connect(user)
    }
    expect((await program.fetchAccount(first.access)).status).toBe(401)
    expect((await integrations.personalData(server.ctx, user.id))['connections']).toHaveLength(MAX_CONNECTIONS)
  })

  it('are limited to thirty requests a minute, not counting requests with a wrong secret', async () => {
    await using server = await testServer({ settings: ZAPIER_SETTINGS })
    const [user, program] = [await server.user(), createOAuthClient(server)]
    const wrong = async () => (await program.refreshTokens('x', { client_secret: 'wrong' })).status
    const tries = await Promise.all(Array.from({ length: 31 }, wrong))
    expect(tries.filter((status) => status === 429)).toHaveLength(1)
    let { refreshTokens } = await program.connect(user)
    for (let times = 0; times < 29; times += 1)
      refreshTokens = String((await program.refreshTokens(refreshTokens)).body['refresh_token'])
    const { status, headers } = await program.refreshTokens(refreshTokens)
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  })
})
