import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { quietLog } from '#platform/log/log.ts'
import { emulated } from '#test/idp/emulated.ts'
import { forgingIssuer } from '#test/idp/forgingIssuer.ts'
import { HeldClock } from '#test/world/HeldClock.ts'
import type { Claimed, Identity } from './identity.ts'
import { openIdentity } from './openIdentity.ts'

const redirectUri = 'http://127.0.0.1:4310/auth/sso/any/callback'
type Idps = Awaited<ReturnType<typeof emulated>>

const opened = (settings: Readonly<Record<string, string>>) => openIdentity(readConfig({ ...settings }), quietLog, systemClock)
const claimedAt = async (identity: Identity, idps: Idps, provider: string, email: string): Promise<Claimed> => {
  const { url, journey } = await identity.begin(provider, { redirectUri })
  return identity.finish(provider, { ...(await idps.signIn(url, email)), journey })
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
  ])('trusts %s with %j: %s (abuse case 22)', async (email, facts, trusted) => {
    await using idps = await emulated({ google: [{ email, name: 'Anna Berg', ...facts }] })
    const claimed = await claimedAt(opened(idps.settings), idps, 'google', email)
    expect(claimed).toMatchObject({ issuer: idps.settings['GOOGLE_ISSUER'], email, emailTrusted: trusted, name: 'Anna Berg' })
  })

  it('does not accept the string "true" for true', async () => {
    await using forger = await forgingIssuer()
    const google = { GOOGLE_ISSUER: forger.issuer, GOOGLE_CLIENT_ID: forger.clientId, GOOGLE_CLIENT_SECRET: 'only-for-tests' }
    const identity = opened(google)
    const { url, journey } = await identity.begin('google', { redirectUri })
    const back = forger.back(url, { claims: { email: 'anna@gmail.com', email_verified: 'true' } })
    expect(await identity.finish('google', { url: back, form: null, journey })).toMatchObject({ emailTrusted: false })
  })

  it('asks the user which account to use', async () => {
    await using idps = await emulated()
    const { url } = await opened(idps.settings).begin('google', { redirectUri })
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account')
  })
})

describe('Apple', () => {
  const anna = { email: 'anna@example.org', name: 'Anna Berg' }

  it('posts its response, sends "true" as a string and the name only once', async () => {
    await using idps = await emulated({ apple: [anna] })
    const identity = opened(idps.settings)
    const { url, journey } = await identity.begin('apple', { redirectUri })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_mode: 'form_post',
      scope: 'openid email name',
    })
    const back = await idps.signIn(url, anna.email)
    expect(back.url).toBe(redirectUri)
    const first = await identity.finish('apple', { ...back, journey })
    expect(first).toMatchObject({ email: anna.email, emailTrusted: true, name: 'Anna Berg', refreshToken: expect.any(String) })
    const second = await claimedAt(identity, idps, 'apple', anna.email)
    expect(second).toMatchObject({ issuer: first.issuer, subject: first.subject, emailTrusted: true, name: null })
  })

  it('may replace the address by a relay address, which is trusted too', async () => {
    await using idps = await emulated({ apple: [{ ...anna, is_private_email: true }] })
    const claimed = await claimedAt(opened(idps.settings), idps, 'apple', anna.email)
    expect(claimed.email).toMatch(/@privaterelay\.appleid\.com$/)
    expect(claimed.emailTrusted).toBe(true)
  })

  it.each(['{', '[]', '{"name":"Anna"}', '{"name":{"firstName":7}}', `{"name":{"firstName":"${'x'.repeat(5000)}"}}`])(
    'gives no name for an invalid one: %.20s',
    async (user) => {
      await using idps = await emulated({ apple: [anna] })
      const identity = opened(idps.settings)
      const { url, journey } = await identity.begin('apple', { redirectUri })
      const form = new URLSearchParams((await idps.signIn(url, anna.email)).form ?? '')
      form.set('user', user)
      const claimed = await identity.finish('apple', { url: redirectUri, form: form.toString(), journey })
      expect(claimed).toMatchObject({ email: anna.email, name: null })
    },
  )

  it('refuses a posted response with another state (abuse case 20) and reports a cancelled one', async () => {
    await using idps = await emulated({ apple: [anna] })
    const identity = opened(idps.settings)
    const { url, journey } = await identity.begin('apple', { redirectUri })
    const form = new URLSearchParams((await idps.signIn(url, anna.email)).form ?? '')
    form.set('state', 'other')
    const finish = (body: URLSearchParams) => identity.finish('apple', { url: redirectUri, form: body.toString(), journey })
    await expect(finish(form)).rejects.toMatchObject({ kind: 'refused' })
    const cancelled = new URLSearchParams({ error: 'user_cancelled_authorize', state: journey.state })
    await expect(finish(cancelled)).rejects.toMatchObject({ kind: 'denied' })
  })

  it('revokes its refresh token', async () => {
    await using idps = await emulated({ apple: [anna] })
    const identity = opened(idps.settings)
    const { refreshToken } = await claimedAt(identity, idps, 'apple', anna.email)
    const token = refreshToken ?? ''
    const refreshed = () => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
      return fetch(`${idps.settings['APPLE_ISSUER']}/auth/token`, { method: 'POST', body })
    }
    expect((await refreshed()).status).toBe(200)
    await identity.revoke('apple', token)
    expect((await refreshed()).status).toBe(400)
  })

  it('gets a client secret signed with its key, valid for two hours and renewed every hour', async () => {
    await using forger = await forgingIssuer()
    const clock = new HeldClock()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const settings = { APPLE_ISSUER: forger.issuer, APPLE_CLIENT_ID: forger.clientId, APPLE_TEAM_ID: 'TEAM', APPLE_KEY_ID: 'KEY' }
    const config = readConfig({ ...settings, APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })
    const identity = openIdentity(config, quietLog, clock)
    for (const start of [clock.now(), new Date(clock.now().getTime() + 3_600_000)]) {
      const { url, journey } = await identity.begin('apple', { redirectUri })
      await identity.finish('apple', { url: redirectUri, form: new URL(forger.back(url)).search.slice(1), journey })
      const form = forger.exchanges.at(-1)
      expect(form?.get('client_id')).toBe(forger.clientId)
      const wanted = { issuer: 'TEAM', subject: forger.clientId, audience: forger.issuer, currentDate: start }
      const { payload, protectedHeader } = await jwtVerify(form?.get('client_secret') ?? '', publicKey, wanted)
      expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' })
      expect(payload).toMatchObject({ iat: start.getTime() / 1000, exp: start.getTime() / 1000 + 7200 })
      clock.pass(3_600_000)
    }
  })
})

describe('Microsoft', () => {
  const anna = { email: 'anna@outlook.com', name: 'Anna Berg' }

  it('names the tenant as issuer and is never trusted about an address (abuse case 22)', async () => {
    await using idps = await emulated({ microsoft: [anna] })
    const claimed = await claimedAt(opened(idps.settings), idps, 'microsoft', anna.email)
    expect(claimed).toMatchObject({
      issuer: idps.settings['MICROSOFT_ISSUER'],
      email: anna.email,
      emailTrusted: false,
      name: 'Anna Berg',
    })
    expect(claimed.issuer).toMatch(/\/9188040d-[^/]+\/v2\.0$/)
  })

  it('accepts "common" for all tenants only at its own issuer URL', async () => {
    await using idps = await emulated({ microsoft: [anna] })
    const issuer = idps.settings['MICROSOFT_ISSUER']?.replace(/[^/]+\/v2\.0$/, 'common/v2.0') ?? ''
    const identity = opened({ ...idps.settings, MICROSOFT_ISSUER: issuer })
    await expect(identity.begin('microsoft', { redirectUri })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('refuses a wrong verifier', async () => {
    await using idps = await emulated({ microsoft: [anna] })
    const identity = opened(idps.settings)
    const { url, journey } = await identity.begin('microsoft', { redirectUri })
    const back = await idps.signIn(url, anna.email)
    const forged = { ...journey, verifier: 'x'.repeat(43) }
    await expect(identity.finish('microsoft', { ...back, journey: forged })).rejects.toMatchObject({ kind: 'refused' })
  })
})
