import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { quietLog } from '#platform/log/log.ts'
import { startEmulatedProviders } from '#test/fakes/idp/emulatedProviders.ts'
import { startForgingIssuer } from '#test/fakes/idp/forgingIssuer.ts'
import { TestClock } from '#test/server/TestClock.ts'
import type { ProviderIdentity, Identity } from './identity.ts'
import { createIdentity } from './createIdentity.ts'

const redirectUri = 'http://127.0.0.1:4310/auth/sso/any/callback'
type Idps = Awaited<ReturnType<typeof startEmulatedProviders>>

const openTestIdentity = (settings: Readonly<Record<string, string>>) =>
  createIdentity(readConfig({ ...settings }), quietLog, systemClock)
const signInAt = async (identity: Identity, providers: Idps, provider: string, email: string): Promise<ProviderIdentity> => {
  const { url, oidcState } = await identity.begin(provider, { redirectUri })
  return identity.finish(provider, { ...(await providers.signIn(url, email)), oidcState })
}

describe('Google', () => {
  it.each([
    ['anna@gmail.com', {}, true],
    ['anna@googlemail.com', {}, true],
    ['anna@firm.example', { hd: 'firm.example' }, true],
    ['anna@elsewhere.example', { hd: '' }, false],
    ['anna@gmail.com.evil.example', { hd: '' }, false],
    ['unproved@gmail.com', { email_verified: false }, false],
    ['unproved@firm.example', { hd: 'firm.example', email_verified: false }, false],
  ])('trusts %s with %j: %s', async (email, claims, trusted) => {
    await using providers = await startEmulatedProviders({ google: [{ email, name: 'Anna Berg', ...claims }] })
    const result = await signInAt(openTestIdentity(providers.settings), providers, 'google', email)
    expect(result).toMatchObject({ issuer: providers.settings['GOOGLE_ISSUER'], email, emailTrusted: trusted, name: 'Anna Berg' })
  })

  it('does not accept the string "true" for true', async () => {
    await using forgedIssuer = await startForgingIssuer()
    const google = {
      GOOGLE_ISSUER: forgedIssuer.issuer,
      GOOGLE_CLIENT_ID: forgedIssuer.clientId,
      GOOGLE_CLIENT_SECRET: 'only-for-tests',
    }
    const identity = openTestIdentity(google)
    const { url, oidcState } = await identity.begin('google', { redirectUri })
    const callback = forgedIssuer.createRedirect(url, { claims: { email: 'anna@gmail.com', email_verified: 'true' } })
    expect(await identity.finish('google', { url: callback, form: null, oidcState })).toMatchObject({ emailTrusted: false })
  })

  it('asks the user which account to use', async () => {
    await using providers = await startEmulatedProviders()
    const { url } = await openTestIdentity(providers.settings).begin('google', { redirectUri })
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account')
  })
})

describe('Apple', () => {
  const person = { email: 'anna@example.org', name: 'Anna Berg' }

  it('posts its response, sends "true" as a string and the name only once', async () => {
    await using providers = await startEmulatedProviders({ apple: [person] })
    const identity = openTestIdentity(providers.settings)
    const { url, oidcState } = await identity.begin('apple', { redirectUri })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_mode: 'form_post',
      scope: 'openid email name',
    })
    const callback = await providers.signIn(url, person.email)
    expect(callback.url).toBe(redirectUri)
    const first = await identity.finish('apple', { ...callback, oidcState })
    expect(first).toMatchObject({ email: person.email, emailTrusted: true, name: 'Anna Berg', refreshToken: expect.any(String) })
    const second = await signInAt(identity, providers, 'apple', person.email)
    expect(second).toMatchObject({ issuer: first.issuer, subject: first.subject, emailTrusted: true, name: null })
  })

  it('may replace the address by a relay address, which is trusted too', async () => {
    await using providers = await startEmulatedProviders({ apple: [{ ...person, is_private_email: true }] })
    const result = await signInAt(openTestIdentity(providers.settings), providers, 'apple', person.email)
    expect(result.email).toMatch(/@privaterelay\.appleid\.com$/)
    expect(result.emailTrusted).toBe(true)
  })

  it.each(['{', '[]', '{"name":"Anna"}', '{"name":{"firstName":7}}', `{"name":{"firstName":"${'x'.repeat(5000)}"}}`])(
    'gives no name for an invalid one: %.20s',
    async (user) => {
      await using providers = await startEmulatedProviders({ apple: [person] })
      const identity = openTestIdentity(providers.settings)
      const { url, oidcState } = await identity.begin('apple', { redirectUri })
      const form = new URLSearchParams((await providers.signIn(url, person.email)).form ?? '')
      form.set('user', user)
      const result = await identity.finish('apple', { url: redirectUri, form: form.toString(), oidcState })
      expect(result).toMatchObject({ email: person.email, name: null })
    },
  )

  it('refuses a posted response with another state and reports a cancelled one', async () => {
    await using providers = await startEmulatedProviders({ apple: [person] })
    const identity = openTestIdentity(providers.settings)
    const { url, oidcState } = await identity.begin('apple', { redirectUri })
    const form = new URLSearchParams((await providers.signIn(url, person.email)).form ?? '')
    form.set('state', 'other')
    const finish = (body: URLSearchParams) => identity.finish('apple', { url: redirectUri, form: body.toString(), oidcState })
    await expect(finish(form)).rejects.toMatchObject({ kind: 'refused' })
    const cancelled = new URLSearchParams({ error: 'user_cancelled_authorize', state: oidcState.state })
    await expect(finish(cancelled)).rejects.toMatchObject({ kind: 'denied' })
  })

  it('revokes its refresh token', async () => {
    await using providers = await startEmulatedProviders({ apple: [person] })
    const identity = openTestIdentity(providers.settings)
    const { refreshToken } = await signInAt(identity, providers, 'apple', person.email)
    const token = refreshToken ?? ''
    const tryRefresh = () => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
      return fetch(`${providers.settings['APPLE_ISSUER']}/auth/token`, { method: 'POST', body })
    }
    expect((await tryRefresh()).status).toBe(200)
    await identity.revoke('apple', token)
    expect((await tryRefresh()).status).toBe(400)
  })

  it('gets a client secret signed with its key, valid for two hours and renewed every hour', async () => {
    await using forgedIssuer = await startForgingIssuer()
    const clock = new TestClock()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const settings = {
      APPLE_ISSUER: forgedIssuer.issuer,
      APPLE_CLIENT_ID: forgedIssuer.clientId,
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
    }
    const config = readConfig({ ...settings, APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })
    const identity = createIdentity(config, quietLog, clock)
    for (const start of [clock.now(), new Date(clock.now().getTime() + 3_600_000)]) {
      const { url, oidcState } = await identity.begin('apple', { redirectUri })
      await identity.finish('apple', {
        url: redirectUri,
        form: new URL(forgedIssuer.createRedirect(url)).search.slice(1),
        oidcState,
      })
      const form = forgedIssuer.exchanges.at(-1)
      expect(form?.get('client_id')).toBe(forgedIssuer.clientId)
      const expected = { issuer: 'TEAM', subject: forgedIssuer.clientId, audience: forgedIssuer.issuer, currentDate: start }
      const { payload, protectedHeader } = await jwtVerify(form?.get('client_secret') ?? '', publicKey, expected)
      expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' })
      expect(payload).toMatchObject({ iat: start.getTime() / 1000, exp: start.getTime() / 1000 + 7200 })
      clock.advance(3_600_000)
    }
  })
})

describe('Microsoft', () => {
  const person = { email: 'anna@outlook.com', name: 'Anna Berg' }

  it('names the tenant as issuer and is never trusted about an address', async () => {
    await using providers = await startEmulatedProviders({ microsoft: [person] })
    const result = await signInAt(openTestIdentity(providers.settings), providers, 'microsoft', person.email)
    expect(result).toMatchObject({
      issuer: providers.settings['MICROSOFT_ISSUER'],
      email: person.email,
      emailTrusted: false,
      name: 'Anna Berg',
    })
    expect(result.issuer).toMatch(/\/9188040d-[^/]+\/v2\.0$/)
  })

  it('accepts "common" for all tenants only at its own issuer URL', async () => {
    await using providers = await startEmulatedProviders({ microsoft: [person] })
    const issuer = providers.settings['MICROSOFT_ISSUER']?.replace(/[^/]+\/v2\.0$/, 'common/v2.0') ?? ''
    const identity = openTestIdentity({ ...providers.settings, MICROSOFT_ISSUER: issuer })
    await expect(identity.begin('microsoft', { redirectUri })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('refuses a wrong verifier', async () => {
    await using providers = await startEmulatedProviders({ microsoft: [person] })
    const identity = openTestIdentity(providers.settings)
    const { url, oidcState } = await identity.begin('microsoft', { redirectUri })
    const callback = await providers.signIn(url, person.email)
    const forged = { ...oidcState, verifier: 'x'.repeat(43) }
    await expect(identity.finish('microsoft', { ...callback, oidcState: forged })).rejects.toMatchObject({ kind: 'refused' })
  })
})
