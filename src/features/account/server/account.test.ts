import { describe, expect, it } from 'vitest'
import { days, minutes } from '#shared/units.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'
import { setupToken } from '../server.ts'

const credentials = { email: 'anna@example.org', password: 'correct horse' }
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('creating the first account', () => {
  it('is possible on loopback without a token; a second account is refused', async () => {
    await using w = await testServer({ signUp: 'closed' })
    const { account } = createClients(w.url, {})
    expect((await account.instance({ query: {} })).data).toMatchObject({ has_accounts: false, may_sign_up: true })
    await account.signUp({ body: credentials })
    expect((await account.instance({ query: {} })).data).toMatchObject({ has_accounts: true, may_sign_up: false })
    const refusal = await expectRefusal(account.signUp({ body: { ...credentials, email: 'ben@example.org' } }))
    expect(refusal.refusal).toBe('signUpClosed')
  })

  it.each(['https://evil.example.org', 'null', 'http://localhost.evil.example.org'])(
    'refuses a request from a page of another origin in a browser on this machine: %s',
    async (origin) => {
      await using w = await testServer({ signUp: 'closed' })
      const url = '/api/auth/password/sign-up'
      const response = await w.server.app.inject({
        method: 'POST',
        url,
        headers: { host: 'localhost', origin },
        payload: credentials,
      })
      expect(response.json()).toMatchObject({ status: -403 })
      const ownHeaders = { host: 'localhost:4310', origin: 'http://localhost:4310' }
      expect(
        (await w.server.app.inject({ method: 'POST', url, headers: ownHeaders, payload: credentials })).json(),
      ).toMatchObject({
        status: 0,
      })
    },
  )

  it('creates only one account for concurrent requests', async () => {
    await using w = await testServer({ signUp: 'closed' })
    const { account } = createClients(w.url, {})
    const signUps = Array.from({ length: 4 }, (_, n) => account.signUp({ body: { ...credentials, email: `a${n}@example.org` } }))
    const response = (await Promise.allSettled(signUps)).filter(({ status }) => status === 'fulfilled')
    expect(response).toHaveLength(1)
  })

  it.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { host: 'earshot.example.org' },
    { 'x-real-ip': '203.0.113.9' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { via: '1.1 proxy' },
  ])('needs the setup token when the request is not local: %j', async (headers) => {
    await using w = await testServer({ signUp: 'closed' })
    const signUp = (setup_token?: string) =>
      w.server.app.inject({
        method: 'POST',
        url: '/api/auth/password/sign-up',
        headers,
        payload: { ...credentials, setup_token },
      })
    expect((await signUp()).json()).toMatchObject({ status: -403 })
    expect((await signUp('guessed')).json()).toMatchObject({ status: -403 })
    expect((await signUp(setupToken(w.ctx))).json()).toMatchObject({ status: 0 })
  })
})

describe('sign-in with e-mail and password', () => {
  it('ignores the case of the address', async () => {
    await using w = await testServer()
    await w.user('anna')
    const { account } = createClients(w.url, {})
    const { data } = await account.signIn({ body: { email: ' Anna@Example.org', password: 'correct horse' } })
    expect(data.token_type).toBe('bearer')
  })

  it('returns a token with a numeric exp in 15 days (A§5, A§9)', async () => {
    await using w = await testServer()
    const { token, id } = await w.user()
    const claims = claimsOf(token)
    expect(claims).toMatchObject({ sub: id, aud: 'web', iss: 'earshot' })
    expect(claims['exp']).toBe(Math.floor((w.clock.now().getTime() + days(15)) / 1000))
  })

  it('returns the same refusal for a wrong password and an unknown address', async () => {
    await using w = await testServer()
    await w.user('anna')
    const { account } = createClients(w.url, {})
    const wrong = await expectRefusal(account.signIn({ body: { ...credentials, password: 'wrong horse' } }))
    const unknown = await expectRefusal(account.signIn({ body: { ...credentials, email: 'unknown@example.org' } }))
    const { request_id: _a, ...wrongBody } = wrong.body
    const { request_id: _b, ...unknownBody } = unknown.body
    expect(wrongBody).toEqual(unknownBody)
    expect(wrongBody).toMatchObject({ status: -2, msg: 'Wrong email or password. Check both and try again.' })
  })

  it('returns 429 for the right password after ten wrong ones, until 15 minutes have passed', async () => {
    await using w = await testServer()
    await w.user('anna')
    const { account } = createClients(w.url, {})
    for (let i = 0; i < 10; i++) await expectRefusal(account.signIn({ body: { ...credentials, password: `wrong ${i}` } }))
    const refused = await expectRefusal(account.signIn({ body: credentials }))
    expect(refused).toMatchObject({ httpStatus: 429, message: 'too many requests' })
    w.clock.advance(minutes(15) + 1)
    expect((await account.signIn({ body: credentials })).status).toBe(0)
  })

  it('counts concurrent attempts', async () => {
    await using w = await testServer()
    await w.user('anna')
    const { account } = createClients(w.url, {})
    const tries = Array.from({ length: 18 }, (_, n) =>
      expectRefusal(account.signIn({ body: { ...credentials, password: `wrong ${n}` } })),
    )
    const compared = (await Promise.all(tries)).filter(({ refusal }) => refusal === 'wrong')
    expect(compared.length).toBeLessThanOrEqual(10)
  })

  it.each([
    [{ email: 'no address', password: 'correct horse' }, 'body.email'],
    [{ email: 'ben@example.org', password: 'short' }, 'body.password'],
  ])('refuses %j and names the field', async (body, field) => {
    await using w = await testServer()
    const refusal = await expectRefusal(createClients(w.url, {}).account.signUp({ body }))
    expect(refusal).toMatchObject({ httpStatus: 422, body: { field } })
  })

  it('refuses an address that has an account with status -3', async () => {
    await using w = await testServer()
    await w.user('anna')
    expect(await expectRefusal(createClients(w.url, {}).account.signUp({ body: credentials }))).toMatchObject({
      status: -3,
      refusal: 'emailTaken',
    })
  })
})

describe('a session', () => {
  it('refuses the token immediately after signing out', async () => {
    await using w = await testServer()
    const { folders, sessions } = await w.user()
    await folders.list({})
    await sessions.signOut({ body: {} })
    expect(await expectRefusal(folders.list({}))).toMatchObject({ httpStatus: 401, message: 'token invalid or expired' })
  })

  it('expires after 15 days', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    w.clock.advance(days(15) - 1000)
    await folders.list({})
    w.clock.advance(2000)
    expect(await expectRefusal(folders.list({}))).toMatchObject({ httpStatus: 401 })
  })

  it('refuses a token that was changed, is unsigned, or has an invalid signature', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [head = '', claims = '', signature = ''] = user.token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      `${head}.${encode({ ...claimsOf(user.token), sub: 'f'.repeat(32) })}.${signature}`,
      `${head}.${claims}.${Buffer.alloc(64).toString('base64url')}`,
      'not a token',
    ]
    for (const token of forged) {
      user.credentials.token = token
      expect(await expectRefusal(user.folders.list({}))).toMatchObject({ httpStatus: 401 })
    }
  })

  it('accepts the Bearer scheme in any case, and repeated', async () => {
    await using w = await testServer()
    const { token } = await w.user()
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer bearer']) {
      const response = await fetch(`${w.url}/api/filetag/`, { headers: { authorization: `${scheme} ${token}` } })
      expect(response.status).toBe(200)
    }
  })
})
