import { describe, expect, it } from 'vitest'
import { seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { createLog, quietLog } from '#platform/log/log.ts'
import type { ProviderRedirect } from '#test/fakes/idp/followRedirects.ts'
import { type Forgery, startForgingIssuer } from '#test/fakes/idp/forgingIssuer.ts'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { IdentityError, type Identity } from './identity.ts'
import { createIdentity } from './createIdentity.ts'

const redirectUri = 'http://127.0.0.1:4310/auth/sso/house/callback'
const person = { sub: 'anna-1', email: 'anna@example.org', email_verified: true, name: 'Anna' }

const openTestIdentity = (settings: Readonly<Record<string, string>>, log = quietLog, clock = systemClock, timeout?: number) =>
  createIdentity(readConfig({ ...settings }), log, clock, timeout)

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome = await work.then(
    () => 'accepted',
    (error: unknown) => error,
  )
  return outcome instanceof IdentityError ? outcome.kind : String(outcome)
}

const withParameter = (callback: ProviderRedirect, name: string, value: string): ProviderRedirect => {
  const url = new URL(callback.url)
  url.searchParams.set(name, value)
  return { ...callback, url: url.href }
}

describe('signing in with a strict provider', () => {
  it('returns the identity, keyed by issuer and subject', async () => {
    await using provider = await startOidcIssuer({ accounts: [person] })
    const identity = openTestIdentity(provider.settings)
    expect(identity.providers).toEqual([{ id: 'house', name: 'House', kind: 'oidc' }])
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      state: oidcState.state,
      nonce: oidcState.nonce,
    })
    expect(url).not.toContain(oidcState.verifier)
    const callback = await provider.signIn(url, 'anna-1')
    expect(await identity.finish('house', { ...callback, oidcState })).toEqual({
      issuer: provider.issuer,
      subject: 'anna-1',
      email: 'anna@example.org',
      emailTrusted: false,
      name: 'Anna',
      refreshToken: expect.any(String),
    })
  })

  it.each([
    [{ email_verified: true }, true, true],
    [{ email_verified: true }, false, false],
    [{ email_verified: false }, true, false],
  ])('trusts the address of %j with trusts_email %s: %s', async (account, trustsEmail, trusted) => {
    await using provider = await startOidcIssuer({ trustsEmail, accounts: [{ ...person, ...account }] })
    const identity = openTestIdentity(provider.settings)
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    const result = await identity.finish('house', { ...(await provider.signIn(url, 'anna-1')), oidcState })
    expect(result).toMatchObject({ email: 'anna@example.org', emailTrusted: trusted })
  })

  it('reads the user info when the ID token lacks the claims, and sends its secret in the header when required', async () => {
    await using provider = await startOidcIssuer({
      claimsIn: 'userInfo',
      secretIn: 'header',
      trustsEmail: true,
      accounts: [person],
    })
    const identity = openTestIdentity(provider.settings)
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    const result = await identity.finish('house', { ...(await provider.signIn(url, 'anna-1')), oidcState })
    expect(result).toMatchObject({ email: 'anna@example.org', emailTrusted: true, name: 'Anna' })
  })

  it('rejects with denied when the user cancels', async () => {
    await using provider = await startOidcIssuer({ accounts: [person] })
    const identity = openTestIdentity(provider.settings)
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    const callback = await provider.deny(url)
    expect(await kindOf(identity.finish('house', { ...callback, oidcState }))).toBe('denied')
    expect(await kindOf(identity.finish('house', { ...withParameter(callback, 'state', 'other'), oidcState }))).toBe('refused')
  })

  it('revokes a refresh token, even an unknown one', async () => {
    await using provider = await startOidcIssuer({ accounts: [person] })
    const identity = openTestIdentity(provider.settings)
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    const { refreshToken } = await identity.finish('house', { ...(await provider.signIn(url, 'anna-1')), oidcState })
    const token = refreshToken ?? ''
    await identity.revoke('house', token)
    const body = {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
    }
    const answer = await fetch(`${provider.issuer}/token`, { method: 'POST', body: new URLSearchParams(body) })
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    await expect(identity.revoke('house', token)).resolves.toBeUndefined()
  })
})

describe('what a strict provider and the server refuse', () => {
  const tampered: [
    string,
    (callback: ProviderRedirect, oidcState: Journey) => { callback?: ProviderRedirect; oidcState?: Journey },
  ][] = [
    ['another state', (callback) => ({ callback: withParameter(callback, 'state', 'other') })],
    ['no state', (callback) => ({ callback: { ...callback, url: callback.url.replace(/state=[^&]*&?/, '') } })],
    ['another nonce', (_, oidcState) => ({ oidcState: { ...oidcState, nonce: 'other' } })],
    ['another verifier', (_, oidcState) => ({ oidcState: { ...oidcState, verifier: 'x'.repeat(43) } })],
    ['no verifier', (_, oidcState) => ({ oidcState: { ...oidcState, verifier: '' } })],
    ['a mixed-up issuer', (callback) => ({ callback: withParameter(callback, 'iss', 'https://evil.example.org') })],
    ['no issuer', (callback) => ({ callback: { ...callback, url: callback.url.replace(/&?iss=[^&]*/, '') } })],
    ['a made-up code', (callback) => ({ callback: withParameter(callback, 'code', 'made-up') })],
    ['another redirect URI', (callback) => ({ callback: { ...callback, url: callback.url.replace('/house/', '/other/') } })],
    ['no address at all', () => ({ callback: { url: 'nonsense', form: null } })],
  ]
  it.each(tampered)('refuses %s', async (_, change) => {
    await using provider = await startOidcIssuer({ accounts: [person] })
    const identity = openTestIdentity(provider.settings)
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    const honestProvider = await provider.signIn(url, 'anna-1')
    const changed = change(honestProvider, oidcState)
    expect(
      await kindOf(
        identity.finish('house', { ...(changed.callback ?? honestProvider), oidcState: changed.oidcState ?? oidcState }),
      ),
    ).toBe('refused')
  })

  it('refuses a code a second time', async () => {
    await using provider = await startOidcIssuer({ accounts: [person] })
    const identity = openTestIdentity(provider.settings)
    const { url, oidcState } = await identity.begin('house', { redirectUri })
    const callback = await provider.signIn(url, 'anna-1')
    expect(await kindOf(identity.finish('house', { ...callback, oidcState }))).toBe('accepted')
    expect(await kindOf(identity.finish('house', { ...callback, oidcState }))).toBe('refused')
  })

  it('refuses the response of one provider at another (mix-up), and an unknown provider', async () => {
    await using honestProvider = await startOidcIssuer({ id: 'honest', accounts: [person] })
    await using evil = await startOidcIssuer({ id: 'evil', accounts: [person] })
    const identity = openTestIdentity({ OIDC_PROVIDERS: JSON.stringify([honestProvider.entry, evil.entry]) })
    const { url, oidcState } = await identity.begin('honest', { redirectUri })
    const callback = await honestProvider.signIn(url, 'anna-1')
    expect(await kindOf(identity.finish('evil', { ...callback, oidcState }))).toBe('refused')
    expect(await kindOf(identity.begin('unknown', { redirectUri }))).toBe('refused')
    expect(await kindOf(identity.revoke('unknown', 'x'))).toBe('refused')
  })

  it('treats the same subject of another issuer as another user', async () => {
    await using firstProvider = await startOidcIssuer({ id: 'one', accounts: [person] })
    await using secondProvider = await startOidcIssuer({ id: 'two', accounts: [person] })
    const identity = openTestIdentity({ OIDC_PROVIDERS: JSON.stringify([firstProvider.entry, secondProvider.entry]) })
    const signInAt = async (provider: typeof firstProvider) => {
      const { url, oidcState } = await identity.begin(provider.id, { redirectUri })
      return identity.finish(provider.id, { ...(await provider.signIn(url, 'anna-1')), oidcState })
    }
    const [first, second] = [await signInAt(firstProvider), await signInAt(secondProvider)]
    expect(first.subject).toBe(second.subject)
    expect(first.issuer).not.toBe(second.issuer)
  })
})

describe('a dishonest or broken provider', () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  const forgeries: [string, Forgery, string][] = [
    ['an honest token', {}, 'accepted'],
    ['another audience', { claims: { aud: 'another-client' } }, 'refused'],
    ['several audiences, the party another', { claims: { aud: ['earshot', 'x'], azp: 'x' } }, 'refused'],
    ['another issuer', { claims: { iss: 'https://evil.example.org' } }, 'refused'],
    ['a token that ran out', { claims: { iat: past - 60, exp: past } }, 'refused'],
    ['a token without an end', { claims: { exp: undefined } }, 'refused'],
    ['an end that is no number', { claims: { exp: '4000000000' } }, 'refused'],
    ['no nonce', { claims: { nonce: undefined } }, 'refused'],
    ['no subject', { claims: { sub: undefined } }, 'refused'],
    ['an endless subject', { claims: { sub: 's'.repeat(256) } }, 'refused'],
    ['a strange key', { unpublishedKey: true }, 'refused'],
    ['no signature', { unsigned: true }, 'refused'],
    ['a provider that is broken', { status: 502 }, 'unreachable'],
    ['a provider that returns nothing', { status: 404 }, 'refused'],
  ]
  it.each(forgeries)('%s', async (_, forgery, kind) => {
    await using forgedIssuer = await startForgingIssuer()
    const identity = openTestIdentity(forgedIssuer.settings)
    const { url, oidcState } = await identity.begin('forger', { redirectUri })
    expect(
      await kindOf(identity.finish('forger', { url: forgedIssuer.createRedirect(url, forgery), form: null, oidcState })),
    ).toBe(kind)
  })

  it('leaves out an invalid address, cleans the name, and does not trust email_verified "yes"', async () => {
    await using forgedIssuer = await startForgingIssuer()
    const identity = openTestIdentity(forgedIssuer.settings)
    const { url, oidcState } = await identity.begin('forger', { redirectUri })
    const claims = { email: 'no address\r\nBcc: all', email_verified: 'yes', name: ` \u202EAn\r\nna${'x'.repeat(200)}` }
    const result = await identity.finish('forger', { url: forgedIssuer.createRedirect(url, { claims }), form: null, oidcState })
    expect(result).toMatchObject({ email: null, emailTrusted: false, refreshToken: null })
    expect(result.name).toMatch(/^Annax{96}$/)
  })

  it('is unreachable while it is down and works once it is up: a failed discovery is not cached', async () => {
    const port = await findFreePort()
    const entry = { id: 'gone', name: 'Gone', issuer: `http://127.0.0.1:${port}`, client_id: 'x', client_secret: 'x' }
    const identity = openTestIdentity({ OIDC_PROVIDERS: JSON.stringify([entry]) })
    expect(await kindOf(identity.begin('gone', { redirectUri }))).toBe('unreachable')
    await using provider = await startOidcIssuer({ id: 'gone', port, accounts: [person] })
    expect(provider.issuer).toBe(entry.issuer)
    expect(await kindOf(identity.begin('gone', { redirectUri }))).toBe('accepted')
  })

  it('is unreachable when it does not respond within the timeout', async () => {
    await using forgedIssuer = await startForgingIssuer()
    const identity = openTestIdentity(forgedIssuer.settings, quietLog, systemClock, seconds(2))
    const { url, oidcState } = await identity.begin('forger', { redirectUri })
    expect(
      await kindOf(identity.finish('forger', { url: forgedIssuer.createRedirect(url, { silent: true }), form: null, oidcState })),
    ).toBe('unreachable')
  })

  it('is discovered once an hour', async () => {
    await using forgedIssuer = await startForgingIssuer()
    const clock = new TestClock()
    const identity = openTestIdentity(forgedIssuer.settings, quietLog, clock)
    expect(forgedIssuer.discoveryCount()).toBe(0)
    await Promise.all([identity.begin('forger', { redirectUri }), identity.begin('forger', { redirectUri })])
    clock.advance(59 * 60_000)
    await identity.begin('forger', { redirectUri })
    expect(forgedIssuer.discoveryCount()).toBe(1)
    clock.advance(60_000)
    await identity.begin('forger', { redirectUri })
    expect(forgedIssuer.discoveryCount()).toBe(2)
  })

  it('needs no revocation when it has no revocation endpoint', async () => {
    await using forgedIssuer = await startForgingIssuer()
    await expect(openTestIdentity(forgedIssuer.settings).revoke('forger', 'anything')).resolves.toBeUndefined()
  })

  it('is logged with the reason, without codes, tokens or claims', async () => {
    let lines = ''
    const log = createLog({ destination: { write: (line: string) => (lines += line) } })
    await using forgedIssuer = await startForgingIssuer()
    const identity = openTestIdentity(forgedIssuer.settings, log)
    const { url, oidcState } = await identity.begin('forger', { redirectUri })
    const forgery = { claims: { aud: 'other', email: 'secret@example.org' } }
    await kindOf(identity.finish('forger', { url: forgedIssuer.createRedirect(url, forgery), form: null, oidcState }))
    expect(JSON.parse(lines)).toMatchObject({ level: 40, provider: 'forger', step: 'finish', kind: 'refused' })
    expect(lines).toContain('aud')
    for (const secret of ['secret', oidcState.verifier, oidcState.nonce, oidcState.state]) expect(lines).not.toContain(secret)
  })
})

type Journey = Awaited<ReturnType<Identity['begin']>>['oidcState']
