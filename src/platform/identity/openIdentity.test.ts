import { describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { createLog, quietLog } from '#platform/log/log.ts'
import type { Back } from '#test/idp/Back.ts'
import { type Forgery, forgingIssuer } from '#test/idp/forgingIssuer.ts'
import { oidcIssuer } from '#test/idp/oidcIssuer.ts'
import { HeldClock } from '#test/world/HeldClock.ts'
import { freePort } from '#test/world/freePort.ts'
import { IdentityError, type Identity } from './identity.ts'
import { openIdentity } from './openIdentity.ts'

const redirectUri = 'http://127.0.0.1:4310/auth/sso/house/callback'
const anna = { sub: 'anna-1', email: 'anna@example.org', email_verified: true, name: 'Anna' }

const opened = (settings: Readonly<Record<string, string>>, log = quietLog, clock = systemClock) =>
  openIdentity(readConfig({ ...settings }), log, clock)

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome = await work.then(
    () => 'accepted',
    (error: unknown) => error,
  )
  return outcome instanceof IdentityError ? outcome.kind : String(outcome)
}

const replaced = (back: Back, name: string, value: string): Back => {
  const url = new URL(back.url)
  url.searchParams.set(name, value)
  return { ...back, url: url.href }
}

describe('signing in with a strict provider', () => {
  it('returns the identity, keyed by issuer and subject', async () => {
    await using idp = await oidcIssuer({ accounts: [anna] })
    const identity = opened(idp.settings)
    expect(identity.providers).toEqual([{ id: 'house', name: 'House', kind: 'oidc' }])
    const { url, journey } = await identity.begin('house', { redirectUri })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      state: journey.state,
      nonce: journey.nonce,
    })
    expect(url).not.toContain(journey.verifier)
    const back = await idp.signIn(url, 'anna-1')
    expect(await identity.finish('house', { ...back, journey })).toEqual({
      issuer: idp.issuer,
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
    await using idp = await oidcIssuer({ trustsEmail, accounts: [{ ...anna, ...account }] })
    const identity = opened(idp.settings)
    const { url, journey } = await identity.begin('house', { redirectUri })
    const claimed = await identity.finish('house', { ...(await idp.signIn(url, 'anna-1')), journey })
    expect(claimed).toMatchObject({ email: 'anna@example.org', emailTrusted: trusted })
  })

  it('reads the user info when the ID token lacks the claims, and sends its secret in the header when required', async () => {
    await using idp = await oidcIssuer({ claimsIn: 'userInfo', secretIn: 'header', trustsEmail: true, accounts: [anna] })
    const identity = opened(idp.settings)
    const { url, journey } = await identity.begin('house', { redirectUri })
    const claimed = await identity.finish('house', { ...(await idp.signIn(url, 'anna-1')), journey })
    expect(claimed).toMatchObject({ email: 'anna@example.org', emailTrusted: true, name: 'Anna' })
  })

  it('rejects with denied when the user cancels', async () => {
    await using idp = await oidcIssuer({ accounts: [anna] })
    const identity = opened(idp.settings)
    const { url, journey } = await identity.begin('house', { redirectUri })
    const back = await idp.deny(url)
    expect(await kindOf(identity.finish('house', { ...back, journey }))).toBe('denied')
    expect(await kindOf(identity.finish('house', { ...replaced(back, 'state', 'other'), journey }))).toBe('refused')
  })

  it('revokes a refresh token, even an unknown one', async () => {
    await using idp = await oidcIssuer({ accounts: [anna] })
    const identity = opened(idp.settings)
    const { url, journey } = await identity.begin('house', { redirectUri })
    const { refreshToken } = await identity.finish('house', { ...(await idp.signIn(url, 'anna-1')), journey })
    const token = refreshToken ?? ''
    await identity.revoke('house', token)
    const body = { grant_type: 'refresh_token', refresh_token: token, client_id: idp.clientId, client_secret: idp.clientSecret }
    const answer = await fetch(`${idp.issuer}/token`, { method: 'POST', body: new URLSearchParams(body) })
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    await expect(identity.revoke('house', token)).resolves.toBeUndefined()
  })
})

describe('what a strict provider and the server refuse (abuse case 20)', () => {
  const tampered: [string, (back: Back, journey: Journey) => { back?: Back; journey?: Journey }][] = [
    ['another state', (back) => ({ back: replaced(back, 'state', 'other') })],
    ['no state', (back) => ({ back: { ...back, url: back.url.replace(/state=[^&]*&?/, '') } })],
    ['another nonce', (_, journey) => ({ journey: { ...journey, nonce: 'other' } })],
    ['another verifier', (_, journey) => ({ journey: { ...journey, verifier: 'x'.repeat(43) } })],
    ['no verifier', (_, journey) => ({ journey: { ...journey, verifier: '' } })],
    ['a mixed-up issuer', (back) => ({ back: replaced(back, 'iss', 'https://evil.example.org') })],
    ['no issuer', (back) => ({ back: { ...back, url: back.url.replace(/&?iss=[^&]*/, '') } })],
    ['a made-up code', (back) => ({ back: replaced(back, 'code', 'made-up') })],
    ['another redirect URI', (back) => ({ back: { ...back, url: back.url.replace('/house/', '/other/') } })],
    ['no address at all', () => ({ back: { url: 'nonsense', form: null } })],
  ]
  it.each(tampered)('refuses %s', async (_, change) => {
    await using idp = await oidcIssuer({ accounts: [anna] })
    const identity = opened(idp.settings)
    const { url, journey } = await identity.begin('house', { redirectUri })
    const honest = await idp.signIn(url, 'anna-1')
    const changed = change(honest, journey)
    expect(await kindOf(identity.finish('house', { ...(changed.back ?? honest), journey: changed.journey ?? journey }))).toBe(
      'refused',
    )
  })

  it('refuses a code a second time', async () => {
    await using idp = await oidcIssuer({ accounts: [anna] })
    const identity = opened(idp.settings)
    const { url, journey } = await identity.begin('house', { redirectUri })
    const back = await idp.signIn(url, 'anna-1')
    expect(await kindOf(identity.finish('house', { ...back, journey }))).toBe('accepted')
    expect(await kindOf(identity.finish('house', { ...back, journey }))).toBe('refused')
  })

  it('refuses the response of one provider at another (mix-up), and an unknown provider', async () => {
    await using honest = await oidcIssuer({ id: 'honest', accounts: [anna] })
    await using evil = await oidcIssuer({ id: 'evil', accounts: [anna] })
    const identity = opened({ OIDC_PROVIDERS: JSON.stringify([honest.entry, evil.entry]) })
    const { url, journey } = await identity.begin('honest', { redirectUri })
    const back = await honest.signIn(url, 'anna-1')
    expect(await kindOf(identity.finish('evil', { ...back, journey }))).toBe('refused')
    expect(await kindOf(identity.begin('nobody', { redirectUri }))).toBe('refused')
    expect(await kindOf(identity.revoke('nobody', 'x'))).toBe('refused')
  })

  it('treats the same subject of another issuer as another user (abuse case 22)', async () => {
    await using one = await oidcIssuer({ id: 'one', accounts: [anna] })
    await using two = await oidcIssuer({ id: 'two', accounts: [anna] })
    const identity = opened({ OIDC_PROVIDERS: JSON.stringify([one.entry, two.entry]) })
    const claimedAt = async (idp: typeof one) => {
      const { url, journey } = await identity.begin(idp.id, { redirectUri })
      return identity.finish(idp.id, { ...(await idp.signIn(url, 'anna-1')), journey })
    }
    const [first, second] = [await claimedAt(one), await claimedAt(two)]
    expect(first.subject).toBe(second.subject)
    expect(first.issuer).not.toBe(second.issuer)
  })
})

describe('a dishonest or broken provider', () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  const forgeries: [string, Forgery, string][] = [
    ['an honest token', {}, 'accepted'],
    ['another audience', { claims: { aud: 'somebody-else' } }, 'refused'],
    ['several audiences, the party another', { claims: { aud: ['earshot', 'x'], azp: 'x' } }, 'refused'],
    ['another issuer', { claims: { iss: 'https://evil.example.org' } }, 'refused'],
    ['a token that ran out', { claims: { iat: past - 60, exp: past } }, 'refused'],
    ['a token without an end', { claims: { exp: undefined } }, 'refused'],
    ['an end that is no number', { claims: { exp: '4000000000' } }, 'refused'],
    ['no nonce', { claims: { nonce: undefined } }, 'refused'],
    ['no subject', { claims: { sub: undefined } }, 'refused'],
    ['an endless subject', { claims: { sub: 's'.repeat(256) } }, 'refused'],
    ['a strange key', { strangeKey: true }, 'refused'],
    ['no signature', { unsigned: true }, 'refused'],
    ['a provider that is broken', { status: 502 }, 'unreachable'],
    ['a provider that answers nothing', { status: 404 }, 'refused'],
  ]
  it.each(forgeries)('%s', async (_, forgery, kind) => {
    await using forger = await forgingIssuer()
    const identity = opened(forger.settings)
    const { url, journey } = await identity.begin('forger', { redirectUri })
    expect(await kindOf(identity.finish('forger', { url: forger.back(url, forgery), form: null, journey }))).toBe(kind)
  })

  it('leaves out an invalid address, cleans the name, and does not trust email_verified "yes"', async () => {
    await using forger = await forgingIssuer()
    const identity = opened(forger.settings)
    const { url, journey } = await identity.begin('forger', { redirectUri })
    const claims = { email: 'no address\r\nBcc: all', email_verified: 'yes', name: ` \u202EAn\r\nna${'x'.repeat(200)}` }
    const claimed = await identity.finish('forger', { url: forger.back(url, { claims }), form: null, journey })
    expect(claimed).toMatchObject({ email: null, emailTrusted: false, refreshToken: null })
    expect(claimed.name).toMatch(/^Annax{96}$/)
  })

  it('is unreachable while it is down and works once it is up: a failed discovery is not cached', async () => {
    const port = await freePort()
    const entry = { id: 'gone', name: 'Gone', issuer: `http://127.0.0.1:${port}`, client_id: 'x', client_secret: 'x' }
    const identity = opened({ OIDC_PROVIDERS: JSON.stringify([entry]) })
    expect(await kindOf(identity.begin('gone', { redirectUri }))).toBe('unreachable')
    await using idp = await oidcIssuer({ id: 'gone', port, accounts: [anna] })
    expect(idp.issuer).toBe(entry.issuer)
    expect(await kindOf(identity.begin('gone', { redirectUri }))).toBe('accepted')
  })

  it('is unreachable when it does not respond for eight seconds', async () => {
    await using forger = await forgingIssuer()
    const identity = opened(forger.settings)
    const { url, journey } = await identity.begin('forger', { redirectUri })
    const start = Date.now()
    expect(await kindOf(identity.finish('forger', { url: forger.back(url, { silent: true }), form: null, journey }))).toBe(
      'unreachable',
    )
    expect(Date.now() - start).toBeLessThan(10_000)
  })

  it('is discovered once an hour', async () => {
    await using forger = await forgingIssuer()
    const clock = new HeldClock()
    const identity = opened(forger.settings, quietLog, clock)
    expect(forger.described()).toBe(0)
    await Promise.all([identity.begin('forger', { redirectUri }), identity.begin('forger', { redirectUri })])
    clock.pass(59 * 60_000)
    await identity.begin('forger', { redirectUri })
    expect(forger.described()).toBe(1)
    clock.pass(60_000)
    await identity.begin('forger', { redirectUri })
    expect(forger.described()).toBe(2)
  })

  it('needs no revocation when it has no revocation endpoint', async () => {
    await using forger = await forgingIssuer()
    await expect(opened(forger.settings).revoke('forger', 'anything')).resolves.toBeUndefined()
  })

  it('is logged with the reason, without codes, tokens or claims', async () => {
    let lines = ''
    const log = createLog({ destination: { write: (line: string) => (lines += line) } })
    await using forger = await forgingIssuer()
    const identity = opened(forger.settings, log)
    const { url, journey } = await identity.begin('forger', { redirectUri })
    const forgery = { claims: { aud: 'other', email: 'secret@example.org' } }
    await kindOf(identity.finish('forger', { url: forger.back(url, forgery), form: null, journey }))
    expect(JSON.parse(lines)).toMatchObject({ level: 40, provider: 'forger', step: 'finish', kind: 'refused' })
    expect(lines).toContain('aud')
    for (const secret of ['secret', journey.verifier, journey.nonce, journey.state]) expect(lines).not.toContain(secret)
  })
})

type Journey = Awaited<ReturnType<Identity['begin']>>['journey']
