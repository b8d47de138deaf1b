import { describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '#kit/units.ts'
import { ZAPIER, programOf } from '#test/world/program.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'
import { dataOf } from '../server.ts'
import { CODE_LIFE, CONNECTION_LIFE, MOST_CONNECTIONS, REFRESH_GRACE } from '../rules.ts'
import { deleteExpired, findToken, lockCode } from './store.ts'
import { hashOfWord } from '#platform/oneTimeWord.ts'

const params = { app: 'zapier' as const }

describe('a code (§6.4 case 64)', () => {
  it('is exchanged for tokens that give access to the account', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const { status, headers, body } = await program.exchange(await program.allowed(user))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^eat_.{43}$/),
      refresh_token: expect.stringMatching(/^ert_.{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'profile files:read',
    })
    const account = await program.account(String(body['access_token']))
    expect(account.status).toBe(200)
    expect(account.body).toEqual({
      id_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      nickname: expect.any(String),
      email: user.email,
    })
  })

  it('is exchanged by only one of eight concurrent requests', async () => {
    await using w = await world({ settings: ZAPIER })
    const program = programOf(w)
    const code = await program.allowed(await w.as())
    const answers = await Promise.all(Array.from({ length: 8 }, () => program.exchange(code)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  })

  it('that is used twice ends its connection, because it may have been stolen', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const code = await program.allowed(user)
    const { body } = await program.exchange(code)
    expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.account(String(body['access_token']))).status).toBe(401)
    expect((await user.integrations.connection({ params })).data.connected).toBe(false)
  })

  it('is spent by a wrong verifier and by a wrong redirect URI', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const wrongs: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { redirect_uri: `${ZAPIER.ZAPIER_REDIRECT_URI}more` },
    ]
    for (const wrong of wrongs) {
      const code = await program.allowed(user)
      expect((await program.exchange(code, wrong)).status).toBe(400)
      expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
    }
    expect((await program.exchange(await program.allowed(user))).status).toBe(200)
  })

  it('expires after a minute', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const [early, late] = [await program.allowed(user), await program.allowed(user)]
    w.clock.pass(CODE_LIFE - 1)
    expect((await program.exchange(early)).status).toBe(200)
    w.clock.pass(1)
    expect((await program.exchange(late)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it('is exchanged only with the client secret, in the form or in the header', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const code = await program.allowed(user)
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: program.query.redirect_uri,
      code_verifier: program.verifier,
    }
    const { client_id, client_secret } = program.secrets
    const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` })
    const wrong = [
      await program.exchange(code, { client_secret: 'wrong' }),
      await program.exchange(code, { client_id: 'someone-else' }),
      await program.post('token', { ...form, client_id }),
      await program.post('token', form, basic('wrong')),
      await program.revoke('eat_x', { client_secret: 'wrong' }),
    ]
    for (const { status, body } of wrong) expect([status, body['error']]).toEqual([401, 'invalid_client'])
    expect((await program.post('token', form, basic(encodeURIComponent(client_secret)))).status).toBe(200)
  })

  it('needs a valid form and a supported grant type', async () => {
    await using w = await world({ settings: ZAPIER })
    await w.as()
    const program = programOf(w)
    const at = `${w.url}/api/auth/apps/zapier/token`
    const json = await fetch(at, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }])
    const twice = await fetch(at, { method: 'POST', body: new URLSearchParams([['code', 'a'], ['code', 'b']]) }) // oxfmt-ignore
    expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }])
    const password = await program.exchange('x', { grant_type: 'password', username: 'anna', password: 'correct horse' })
    expect([password.status, password.body['error']]).toEqual([400, 'unauthorized_client'])
    const none = await program.exchange('x', { grant_type: 'magic' })
    expect([none.status, none.body['error']]).toEqual([400, 'unsupported_grant_type'])
    expect((await fetch(at.replace('zapier', 'other'), { method: 'POST', body: new URLSearchParams() })).status).toBe(404)
  })
})

describe('a refresh token', () => {
  it('is replaced on each refresh; the previous one stays valid for a minute', async () => {
    await using w = await world({ settings: ZAPIER })
    const program = programOf(w)
    const first = await program.connect(await w.as())
    const lost = await program.refresh(first.refresh)
    expect(lost.body).toMatchObject({ expires_in: 3600, scope: 'profile files:read' })
    expect(lost.body['refresh_token']).not.toBe(first.refresh)
    w.clock.pass(REFRESH_GRACE - 1)
    const again = await program.refresh(first.refresh)
    expect(again.status).toBe(200)
    expect((await program.account(String(again.body['access_token']))).status).toBe(200)
    expect((await program.refresh(String(again.body['refresh_token']))).status).toBe(200)
  })

  it('ends the connection when it is used after that minute', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const first = await program.connect(user)
    const { body } = await program.refresh(first.refresh)
    w.clock.pass(REFRESH_GRACE)
    expect((await program.refresh(first.refresh)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.refresh(String(body['refresh_token']))).body).toMatchObject({ error: 'invalid_grant' })
    expect((await program.account(String(body['access_token']))).status).toBe(401)
    expect((await user.integrations.connection({ params })).data.connected).toBe(false)
  })

  it('expires ninety days after the authorization, also when it is refreshed', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const { access, refresh } = await program.connect(user)
    w.clock.pass(hours(1))
    expect((await program.account(access)).status).toBe(401)
    w.clock.pass(CONNECTION_LIFE - hours(1) - seconds(30))
    const { body } = await program.refresh(refresh)
    expect((await program.account(String(body['access_token']))).status).toBe(200)
    w.clock.pass(seconds(30))
    expect((await program.account(String(body['access_token']))).status).toBe(401)
    expect((await program.refresh(String(body['refresh_token']))).body).toMatchObject({ error: 'invalid_grant' })
    expect((await clientsOf(w.url, {}).account.signIn({ body: { email: user.email, password: 'correct horse' } })).status).toBe(0)
    await deleteExpired(w.ground)
    expect(await dataOf(w.ground, user.id)).toEqual({ connections: [] })
  })

  it('can narrow the scopes and never extend them', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const least = await program.connect(user, { scope: 'profile' })
    expect((await program.refresh(least.refresh, { scope: 'profile files:read' })).body).toMatchObject({ error: 'invalid_scope' })
    const all = await program.connect(user)
    const { body } = await program.refresh(all.refresh, { scope: 'files:read' })
    expect(body['scope']).toBe('files:read')
    const refused = await program.account(String(body['access_token']))
    expect([refused.status, refused.body['error']]).toEqual([403, 'insufficient_scope'])
    expect((await program.refresh(String(body['refresh_token']))).body['scope']).toBe('profile files:read')
  })

  it('ends the connection when it is revoked; revoking an access token ends only that token', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const { access, refresh } = await program.connect(user)
    expect(await program.revoke(access)).toMatchObject({ status: 200, body: {} })
    expect((await program.account(access)).status).toBe(401)
    expect((await program.refresh(refresh)).status).toBe(200)
    expect((await program.revoke(refresh)).status).toBe(200)
    expect((await user.integrations.connection({ params })).data.connected).toBe(false)
    expect((await program.revoke('ert_nothing')).status).toBe(200)
  })
})

describe('the tokens of a program (§6.4 case 65)', () => {
  it('are refused on the routes of users, and session tokens are refused on the routes of programs', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const { access, refresh } = await program.connect(user)
    for (const token of [access, refresh]) {
      const clients = clientsOf(w.url, { token })
      const calls = [
        clients.me.me({}),
        clients.integrations.disconnect({ params }),
        clients.sessions.list({}),
        clients.files.list({ query: {}, body: [] }),
      ]
      for (const error of await Promise.all(calls.map(refusalOf))) expect(error).toMatchObject({ httpStatus: 401 })
    }
    for (const token of [user.token, refresh, 'eat_nothing']) {
      const { status, headers, body } = await program.account(token)
      expect([status, body['error'], headers.get('www-authenticate')]).toEqual([
        401,
        'invalid_token',
        'Bearer error="invalid_token"',
      ])
    }
  })

  it('are stored only as hashes and deleted with the account', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const code = await program.allowed(user)
    const { access, refresh } = await program.connect(user)
    const rows = [await findToken(w.ground, hashOfWord(access)), await findToken(w.ground, hashOfWord(refresh))]
    const kept = JSON.stringify([...rows, await lockCode(w.ground, hashOfWord(code)), await dataOf(w.ground, user.id)])
    expect(rows.map((row) => row?.kind)).toEqual(['access', 'refresh'])
    for (const word of [code, access, refresh]) expect(kept).not.toContain(word)
    expect(await dataOf(w.ground, user.id)).toMatchObject({ connections: [{ app: 'zapier', scopes: ['profile', 'files:read'] }] })
    await user.me.remove({})
    expect((await program.account(access)).status).toBe(401)
    expect((await program.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await dataOf(w.ground, user.id)).toEqual({ connections: [] })
  })

  it('belong to the latest twenty connections', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const first = await program.connect(user)
    for (let times = 0; times < MOST_CONNECTIONS; times += 1) {
      w.clock.pass(minutes(1))
      await program.connect(user)
    }
    expect((await program.account(first.access)).status).toBe(401)
    expect((await dataOf(w.ground, user.id))['connections']).toHaveLength(MOST_CONNECTIONS)
  })

  it('are limited to thirty requests a minute, not counting requests with a wrong secret', async () => {
    await using w = await world({ settings: ZAPIER })
    const [user, program] = [await w.as(), programOf(w)]
    const wrong = async () => (await program.refresh('x', { client_secret: 'wrong' })).status
    const tries = await Promise.all(Array.from({ length: 31 }, wrong))
    expect(tries.filter((status) => status === 429)).toHaveLength(1)
    let { refresh } = await program.connect(user)
    for (let times = 0; times < 29; times += 1) refresh = String((await program.refresh(refresh)).body['refresh_token'])
    const { status, headers } = await program.refresh(refresh)
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  })
})
