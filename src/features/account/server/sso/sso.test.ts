import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { startEmulatedProviders } from '#test/fakes/idp/emulatedProviders.ts'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { createSsoBrowser } from '#test/server/createSsoBrowser.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

const mia = { sub: 'mia', email: 'Mia@example.org', email_verified: true, name: 'Mia Muster' }
const idp = await startOidcIssuer({ accounts: [mia] })
const idps = await startEmulatedProviders({
  google: [{ email: 'mia@gmail.com', name: 'Mia', email_verified: true }],
  apple: [{ email: 'mia@example.org', name: 'Mia Muster' }],
  microsoft: [{ email: 'mia@contoso.example' }],
})
afterAll(async () => {
  await idp[Symbol.asyncDispose]()
  await idps[Symbol.asyncDispose]()
})
const clientsWithToken = (url: string, token: string) => createClients(url, { token })

describe('sign-in with an identity provider (A§7)', () => {
  it('creates an account the first time and finds it the second time', async () => {
    await using idp = await startOidcIssuer({ accounts: [mia], trustsEmail: true })
    await using w = await testServer({ settings: idp.settings })
    const first = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    expect(first).toMatchObject({ login_type: 'house', account: 'mia@example.org', is_new_user: true, token_type: 'bearer' })
    const second = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    expect(second.is_new_user).toBe(false)
    expect(decodeJwt(second.access_token).sub).toBe(decodeJwt(first.access_token).sub)
    const { data } = await clientsWithToken(w.url, second.access_token).sso.list({})
    expect(data).toMatchObject({ email: 'mia@example.org', is_relay: false, has_password: false, is_fresh: true })
    expect(data.identities).toMatchObject([{ sso_type: 'house', name: 'Mia Muster', account: 'Mia@example.org', is_bound: true }])
  })

  it('returns to the page where it started, with the ticket in the fragment', async () => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const callback = await page.followProviderRedirect(
      await idp.signIn(await page.startSignIn('house', { from_url: '/file/abc?tab=notes' }), 'mia'),
    )
    expect(callback).toMatchObject({ page: '/login', from_url: '/file/abc?tab=notes' })
    expect(callback['ticket']).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    '//evil.example.org',
    'https:evil',
    String.raw`\\evil.example.org`,
    'javascript:alert(1)',
    'https://a@evil.example.org/x',
    '/.//evil.example.org',
    '/web7/..//evil.example.org',
    '%2F%2Fevil.example.org',
  ])('returns to a path of this server for any from_url: %s', async (fromUrl) => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const callback = await page.followProviderRedirect(
      await idp.signIn(await page.startSignIn('house', { from_url: fromUrl }), 'mia'),
    )
    expect(new URL(callback['from_url'] ?? '', w.url).origin).toBe(w.url)
    expect(callback['from_url']).toMatch(/^\/(?!\/)/)
  })

  it('accepts the form_post of Apple with the SameSite=None cookie', async () => {
    await using w = await testServer({ settings: idps.settings })
    const page = createSsoBrowser(w.url)
    const { login_type, is_new_user, account } = await page.signIn('apple', (url) => idps.signIn(url, 'mia@example.org'))
    expect({ login_type, is_new_user, account }).toEqual({ login_type: 'apple', is_new_user: true, account: 'mia@example.org' })
    expect([...page.cookies.keys()]).toEqual(['earshot_sso_post'])
  })

  it('works in several tabs at once with Google and Microsoft', async () => {
    await using w = await testServer({ settings: idps.settings })
    const page = createSsoBrowser(w.url)
    const [googleUrl, microsoftUrl] = [await page.startSignIn('google'), await page.startSignIn('microsoft')]
    const second = await page.followProviderRedirect(await idps.signIn(microsoftUrl, 'mia@contoso.example'))
    const first = await page.followProviderRedirect(await idps.signIn(googleUrl, 'mia@gmail.com'))
    const { sso } = createClients(w.url, {})
    const headers = { cookie: page.cookie() }
    expect((await sso.redeem({ body: { ticket: first['ticket'] ?? '' }, headers })).data.account).toBe('mia@gmail.com')
    const { data } = await sso.redeem({ body: { ticket: second['ticket'] ?? '' }, headers })
    expect(data).toMatchObject({ account: '', login_type: 'microsoft' })
  })

  it('creates one account for two concurrent first sign-ins', async () => {
    await using w = await testServer({ settings: idp.settings })
    const signIns = await Promise.all([0, 1].map(() => createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))))
    expect(new Set(signIns.map(({ access_token }) => decodeJwt(access_token).sub)).size).toBe(1)
    expect(signIns.map(({ is_new_user }) => is_new_user).toSorted()).toEqual([false, true])
  })

  it('returns an error code when the user cancels, the provider is unreachable, or sign-up is closed', async () => {
    await using w = await testServer({ settings: idp.settings, signUp: 'closed' })
    await w.user('anna')
    const page = createSsoBrowser(w.url)
    const denied = await page.followProviderRedirect(await idp.deny(await page.startSignIn('house', { from_url: '/file-list' })))
    expect(denied).toEqual({ page: '/login', sso_error: 'denied', from_url: '/file-list' })
    expect(await page.followProviderRedirect(await idp.signIn(await page.startSignIn('house'), 'mia'))).toMatchObject({
      sso_error: 'closed',
    })
    await using unreachable = await testServer({
      settings: { OIDC_PROVIDERS: JSON.stringify([{ ...idp.entry, issuer: 'http://127.0.0.1:9' }]) },
    })
    expect(await createSsoBrowser(unreachable.url).startSignIn('house')).toContain('/login#sso_error=unreachable')
  })

  it('creates one account per invitation if sign-up is by invitation', async () => {
    await using idp = await startOidcIssuer({ accounts: [mia, { sub: 'max' }] })
    await using w = await testServer({ settings: idp.settings, signUp: 'invite' })
    const { invitations } = await w.user('anna')
    const { link } = (await invitations.create({})).data
    const invitation = new URL(link).searchParams.get('invitation') ?? ''
    expect(invitation).not.toBe('')
    const made = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'), { invitation })
    expect(made.is_new_user).toBe(true)
    const page = createSsoBrowser(w.url)
    expect(
      await page.followProviderRedirect(await idp.signIn(await page.startSignIn('house', { invitation }), 'max')),
    ).toMatchObject({
      sso_error: 'closed',
    })
  })

  it('redirects instead of returning JSON for an unknown provider and for the 21st start within a minute', async () => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    expect(await page.startSignIn('evil', { from_url: '/file-list' })).toBe(
      `${w.url}/login#sso_error=failed&from_url=%2Ffile-list`,
    )
    expect(await page.followProviderRedirect({ url: `${w.url}/api/auth/sso/evil/callback?state=x`, form: null })).toMatchObject({
      sso_error: 'failed',
    })
    for (let n = 0; n < 20; n++) expect(await page.startSignIn('house')).toContain(idp.issuer)
    expect(await page.startSignIn('house', { from_url: '/file-list' })).toBe(
      `${w.url}/login#sso_error=busy&from_url=%2Ffile-list`,
    )
    expect(await page.startSignIn('house', { bind: 'word' })).toBe(`${w.url}/?profile=open#sso_error=busy`)
    const answer = await w.server.app.inject({ url: '/api/auth/sso/house/start' })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it.each([
    ['application/json', '{"state":{"a":1}}'],
    ['text/plain', 'state=x&state=y'],
    ['multipart/form-data; boundary=x', '--x'],
    ['application/x-www-form-urlencoded', `state=${'x'.repeat(70_000)}`],
    ['application/x-www-form-urlencoded', 'state=%00&code=%ed%a0%80&user={'],
  ])('redirects to the sign-in page for any body posted to the callback: %s', async (type, body) => {
    await using w = await testServer({ settings: idps.settings })
    const answer = await fetch(`${w.url}/api/auth/sso/apple/callback`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/\/login#sso_error=(expired|failed)&/)
  })

  it('keeps a return path of at most 2000 characters, and works with 10 kB of other cookies', async () => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const from_url = `/file-list?q=${'ü'.repeat(900)}`
    const callback = await page.followProviderRedirect(await idp.signIn(await page.startSignIn('house', { from_url }), 'mia'))
    expect(callback['from_url']).toBe('/')
    const cookie = `other=${'x'.repeat(10_000)}; ${page.cookie()}`
    const { data } = await createClients(w.url, {}).sso.redeem({
      body: { ticket: callback['ticket'] ?? '' },
      headers: { cookie },
    })
    expect(data.is_new_user).toBe(true)
  })
})

describe('linking an identity to an account by address', () => {
  const listSignInMethods = (w: { url: string }, token: string) => clientsWithToken(w.url, token).sso.list({})

  it.each([
    { description: 'provider trusted, address verified', trustsEmail: true, verified: true, linked: true },
    { description: 'provider trusted, address not verified', trustsEmail: true, verified: false, linked: false },
    { description: 'provider not trusted, address verified', trustsEmail: false, verified: true, linked: false },
  ])('$description: linked is $linked', async ({ trustsEmail, verified, linked }) => {
    await using idp = await startOidcIssuer({ trustsEmail, accounts: [{ ...mia, email: 'anna@example.org' }] })
    await using w = await testServer({ settings: idp.settings })
    await w.user('first')
    const { id, codes } = await w.user('anna')
    if (verified) {
      const { token } = await codes.send({ body: { username: 'anna@example.org' } })
      await w.waitForJobs()
      await codes.signIn({ body: { token, code: /\d{6}/.exec(w.sentMails.at(-1)!.text)![0] } })
    }
    const { access_token, is_new_user, account } = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    expect(decodeJwt(access_token).sub === id).toBe(linked)
    expect({ is_new_user, account }).toEqual({ is_new_user: !linked, account: linked ? 'anna@example.org' : '' })
    const { data } = await listSignInMethods(w, access_token)
    expect(data.is_relay).toBe(!linked)
    expect(data.email).toMatch(linked ? /^anna@example\.org$/ : /^sso-[0-9a-f]{32}@relay\.invalid$/)
    expect(data.identities[0]?.account).toBe('anna@example.org')
  })

  it('never links by an address of Microsoft, or one that Google has not verified', async () => {
    const google = [{ email: 'anna@example.org', email_verified: false }]
    await using idps = await startEmulatedProviders({ google, microsoft: [{ email: 'anna@example.org' }] })
    await using w = await testServer({ settings: idps.settings })
    const { id, codes } = await w.user('anna')
    const { token } = await codes.send({ body: { username: 'anna@example.org' } })
    await w.waitForJobs()
    await codes.signIn({ body: { token, code: /\d{6}/.exec(w.sentMails.at(-1)!.text)![0] } })
    const accountIds = new Set([id])
    for (const provider of ['google', 'microsoft']) {
      const { access_token } = await createSsoBrowser(w.url).signIn(provider, (url) => idps.signIn(url, 'anna@example.org'))
      accountIds.add(decodeJwt(access_token).sub ?? '')
    }
    expect(accountIds.size).toBe(3)
  })

  it('keeps the same subject of two issuers separate', async () => {
    await using googleUrl = await startOidcIssuer({ id: 'one', accounts: [mia] })
    await using microsoftUrl = await startOidcIssuer({ id: 'two', accounts: [mia] })
    await using w = await testServer({ settings: { OIDC_PROVIDERS: JSON.stringify([googleUrl.entry, microsoftUrl.entry]) } })
    const first = await createSsoBrowser(w.url).signIn('one', (url) => googleUrl.signIn(url, 'mia'))
    const second = await createSsoBrowser(w.url).signIn('two', (url) => microsoftUrl.signIn(url, 'mia'))
    expect(decodeJwt(first.access_token).sub).not.toBe(decodeJwt(second.access_token).sub)
  })
})

describe('the redirect to a provider and back', () => {
  it('expires after ten minutes, its ticket after one', async () => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const lateCallback = await idp.signIn(await page.startSignIn('house'), 'mia')
    w.clock.advance(minutes(10))
    expect(await page.followProviderRedirect(lateCallback)).toMatchObject({ page: '/login', sso_error: 'expired' })
    const { ticket = '' } = await page.followProviderRedirect(await idp.signIn(await page.startSignIn('house'), 'mia'))
    w.clock.advance(seconds(60))
    const { sso } = createClients(w.url, {})
    const refused = await expectRefusal(sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } }))
    expect(refused.refusal).toBe('ticketExpired')
  })

  it('accepts neither the callback nor the ticket twice', async () => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const callback = await idp.signIn(await page.startSignIn('house'), 'mia')
    const { ticket = '' } = await page.followProviderRedirect(callback)
    expect(await page.followProviderRedirect(callback)).toMatchObject({ sso_error: 'expired' })
    const { sso } = createClients(w.url, {})
    const redeem = () => sso.redeem({ body: { ticket }, headers: { cookie: page.cookie() } })
    const all = await Promise.allSettled([redeem(), redeem(), redeem()])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses another state, code, issuer or provider', async () => {
    const otherEntry = { ...idp.entry, id: 'also' }
    await using w = await testServer({ settings: { OIDC_PROVIDERS: JSON.stringify([idp.entry, otherEntry]) } })
    const page = createSsoBrowser(w.url)
    const tamper = (callback: { url: string; form: string | null }, change: (url: URL) => void) => {
      const url = new URL(callback.url)
      change(url)
      return { url: url.href, form: null }
    }
    const state = tamper(await idp.signIn(await page.startSignIn('house'), 'mia'), (url) =>
      url.searchParams.set('state', 'guessed'),
    )
    expect(await page.followProviderRedirect(state)).toMatchObject({ sso_error: 'expired' })
    const code = tamper(await idp.signIn(await page.startSignIn('house'), 'mia'), (url) =>
      url.searchParams.set('code', 'guessed'),
    )
    expect(await page.followProviderRedirect(code)).toMatchObject({ sso_error: 'failed' })
    const iss = tamper(await idp.signIn(await page.startSignIn('house'), 'mia'), (url) =>
      url.searchParams.set('iss', 'https://evil.example.org'),
    )
    expect(await page.followProviderRedirect(iss)).toMatchObject({ sso_error: 'failed' })
    const other = tamper(await idp.signIn(await page.startSignIn('house'), 'mia'), (url) => {
      url.pathname = url.pathname.replace('/house/', '/also/')
    })
    expect(await page.followProviderRedirect(other)).toMatchObject({ sso_error: 'failed' })
  })

  it('accepts callback and ticket only in the browser that started the sign-in', async () => {
    await using w = await testServer({ settings: idp.settings })
    const [attacker, victim] = [createSsoBrowser(w.url), createSsoBrowser(w.url)]
    await victim.startSignIn('house')
    const answer = await idp.signIn(await attacker.startSignIn('house'), 'mia')
    expect(await victim.followProviderRedirect(answer)).toMatchObject({ sso_error: 'failed' })
    expect(
      await createSsoBrowser(w.url).followProviderRedirect(await idp.signIn(await attacker.startSignIn('house'), 'mia')),
    ).toMatchObject({
      sso_error: 'failed',
    })
    const { ticket = '' } = await attacker.followProviderRedirect(await idp.signIn(await attacker.startSignIn('house'), 'mia'))
    const { sso } = createClients(w.url, {})
    const refusedVictim = await expectRefusal(sso.redeem({ body: { ticket }, headers: { cookie: victim.cookie() } }))
    expect(refusedVictim.refusal).toBe('ticketExpired')
    const refusedAttacker = await expectRefusal(sso.redeem({ body: { ticket }, headers: { cookie: attacker.cookie() } }))
    expect(refusedAttacker.refusal).toBe('ticketExpired')
  })

  it('refuses a pending ticket after the identity was unbound', async () => {
    await using w = await testServer({ settings: idp.settings })
    const page = createSsoBrowser(w.url)
    const { access_token } = await page.signIn('house', (url) => idp.signIn(url, 'mia'))
    const { sso, proof } = clientsWithToken(w.url, access_token)
    const { data } = await proof.setPassword({ body: { password: 'correct horse' } })
    const renewed = clientsWithToken(w.url, data.access_token).sso
    expect((await expectRefusal(sso.list({}))).httpStatus).toBe(401)
    const { ticket = '' } = await page.followProviderRedirect(await idp.signIn(await page.startSignIn('house'), 'mia'))
    const [identity] = (await renewed.list({})).data.identities
    await renewed.unbind({ body: { id: identity?.id ?? '' } })
    const refused = await expectRefusal(renewed.redeem({ body: { ticket }, headers: { cookie: page.cookie() } }))
    expect(refused.refusal).toBe('ticketExpired')
  })

  it('uses the public URL as redirect URI and ignores the Host header', async () => {
    await using w = await testServer({ settings: idp.settings })
    const url = '/api/auth/sso/house/start?from_url=/file-list'
    const host = 'evil.example.org'
    const first = await w.server.app.inject({ url, headers: { host, 'x-forwarded-host': host } })
    expect(first.headers.location).toBe(`${w.url}/api/auth/sso/house/start?from_url=%2Ffile-list&here=1`)
    const renewed = await w.server.app.inject({ url: `${url}&here=1`, headers: { host } })
    const authorizeUrl = new URL(String(renewed.headers.location))
    expect(authorizeUrl.origin).toBe(new URL(idp.issuer).origin)
    expect(authorizeUrl.searchParams.get('redirect_uri')).toBe(`${w.url}/api/auth/sso/house/callback`)
    expect(renewed.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })
})
