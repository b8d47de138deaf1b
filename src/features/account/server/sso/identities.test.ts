import { afterAll, describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { startEmulatedProviders } from '#test/fakes/idp/emulatedProviders.ts'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { type SsoBrowser, createSsoBrowser } from '#test/server/createSsoBrowser.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type User, createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { revokeAndDeleteIdentity, revokeIdentities } from './identities.ts'
import { deleteExpiredSignIns, readCode, readIdentity } from '../storeSignInMethods.ts'

const mia = { sub: 'mia', email: 'mia@example.org', email_verified: true, name: 'Mia Muster' }
const idp = await startOidcIssuer({ accounts: [mia] })
afterAll(() => idp[Symbol.asyncDispose]())

type SignInAtProvider = (authorizeUrl: string) => Promise<{ url: string; form: string | null }>

/** Starts the binding, signs in at the provider and returns the ticket. */
async function ticketFor(
  user: Pick<User, 'sso'>,
  page: SsoBrowser,
  signInAtProvider: SignInAtProvider,
  sso_type = 'house',
): Promise<string> {
  const { redirect_url } = (await user.sso.bind({ body: { sso_type } })).data
  const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
  const callback = await page.followProviderRedirect(await signInAtProvider(await page.startSignIn(sso_type, { bind })))
  expect(callback.page).toBe('/?profile=open')
  return callback['bind_ticket'] ?? ''
}

async function bindIdentity(w: TestServer, name: string, signInAtProvider: SignInAtProvider, sso_type = 'house') {
  const user = await w.user(name)
  const page = createSsoBrowser(w.url)
  const ticket = await ticketFor(user, page, signInAtProvider, sso_type)
  const { data } = await user.sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } })
  user.credentials.token = data.access_token
  const { identities } = (await user.sso.list({})).data
  return { user, identity: identities.at(-1)!, session: data }
}

/** Creates an account whose only sign-in method is its identity: without a password, with a relay address. */
async function withoutPassword(w: TestServer, signInAtProvider: SignInAtProvider, provider = 'house') {
  const { access_token } = await createSsoBrowser(w.url).signIn(provider, signInAtProvider)
  const { sso } = createClients(w.url, { token: access_token })
  return { sso, identity: (await sso.list({})).data.identities[0]! }
}

describe('binding an identity (A§7)', () => {
  it('enables sign-in with it, gives the session a new token and ends the old one', async () => {
    await using w = await testServer({ settings: idp.settings })
    const oldToken = (await w.user('anna')).token
    const { user, identity, session } = await bindIdentity(w, 'anna', (url) => idp.signIn(url, 'mia'))
    expect(identity).toMatchObject({ sso_type: 'house', is_bound: true, account: 'mia@example.org', name: 'Mia Muster' })
    expect(session).toMatchObject({ login_type: 'password', account: 'anna@example.org', is_new_user: false })
    expect((await expectRefusal(createClients(w.url, { token: oldToken }).sso.list({}))).httpStatus).toBe(401)
    const rebound = await createSsoBrowser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    expect(rebound.account).toBe(user.email)
  })

  it('needs a fresh session', async () => {
    await using w = await testServer({ settings: idp.settings })
    const { sso } = await w.user('anna')
    w.clock.advance(minutes(10))
    expect((await expectRefusal(sso.bind({ body: { sso_type: 'house' } }))).refusal).toBe('notFresh')
    expect((await expectRefusal(sso.bind({ body: { sso_type: 'unknown' } }))).httpStatus).toBe(404)
  })

  it('can be finished only by the user and in the browser that started it', async () => {
    await using w = await testServer({ settings: idp.settings })
    const [firstUser, otherUser] = [await w.user('anna'), await w.user('ben')]
    const page = createSsoBrowser(w.url)
    const signInAtProvider: SignInAtProvider = (url) => idp.signIn(url, 'mia')
    const finishRefused = async (user: User, cookie: string) => {
      const ticket = await ticketFor(firstUser, page, signInAtProvider)
      return expectRefusal(user.sso.finishBind({ body: { ticket }, headers: { cookie } }))
    }
    expect((await finishRefused(otherUser, page.cookie())).refusal).toBe('ticketExpired')
    expect((await finishRefused(firstUser, '')).refusal).toBe('ticketExpired')
    const ticket = await ticketFor(firstUser, page, signInAtProvider)
    const { redeem } = firstUser.sso
    expect((await expectRefusal(redeem({ body: { ticket }, headers: { cookie: page.cookie() } }))).refusal).toBe('ticketExpired')
    expect((await firstUser.sso.list({})).data.identities).toEqual([])
    expect((await otherUser.sso.list({})).data.identities).toEqual([])
  })

  it('can be started once, within a minute, with the requested provider', async () => {
    const otherEntry = { ...idp.entry, id: 'also' }
    await using w = await testServer({ settings: { OIDC_PROVIDERS: JSON.stringify([idp.entry, otherEntry]) } })
    const { sso } = await w.user('anna')
    const begin = async () =>
      new URL((await sso.bind({ body: { sso_type: 'house' } })).data.redirect_url).searchParams.get('bind') ?? ''
    const page = createSsoBrowser(w.url)
    const expired = `${w.url}/?profile=open#sso_error=expired`
    const bind = await begin()
    expect(await page.startSignIn('house', { bind })).toContain(idp.issuer)
    expect(await page.startSignIn('house', { bind })).toBe(expired)
    expect(await page.startSignIn('also', { bind: await begin() })).toBe(expired)
    const expiredTicket = await begin()
    w.clock.advance(seconds(60))
    expect(await page.startSignIn('house', { bind: expiredTicket })).toBe(expired)
  })

  it('refuses an identity of another account, and returns with the reason if the user cancels at the provider', async () => {
    await using w = await testServer({ settings: idp.settings })
    const signInAtProvider: SignInAtProvider = (url) => idp.signIn(url, 'mia')
    await bindIdentity(w, 'anna', signInAtProvider)
    const otherUser = await w.user('ben')
    const page = createSsoBrowser(w.url)
    const ticket = await ticketFor(otherUser, page, signInAtProvider)
    const refused = await expectRefusal(otherUser.sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } }))
    expect(refused.refusal).toBe('taken')
    const { redirect_url } = (await otherUser.sso.bind({ body: { sso_type: 'house' } })).data
    const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
    const denied = await page.followProviderRedirect(await idp.deny(await page.startSignIn('house', { bind })))
    expect(denied).toEqual({ page: '/?profile=open', sso_error: 'denied' })
  })

  it('binds an unbound identity again', async () => {
    await using w = await testServer({ settings: idp.settings })
    const signInAtProvider: SignInAtProvider = (url) => idp.signIn(url, 'mia')
    const { user, identity } = await bindIdentity(w, 'anna', signInAtProvider)
    await user.sso.unbind({ body: { id: identity.id } })
    expect((await user.sso.list({})).data.identities).toMatchObject([{ id: identity.id, is_bound: false }])
    const rebound = await bindIdentity(w, 'anna', signInAtProvider)
    expect((await rebound.user.sso.list({})).data.identities).toMatchObject([{ id: identity.id, is_bound: true }])
  })
})

describe('unbinding and deleting an identity (A§7)', () => {
  it('disables sign-in with it: the next sign-in creates a new account', async () => {
    await using idp = await startOidcIssuer({ trustsEmail: true, accounts: [{ ...mia, email: 'anna@example.org' }] })
    await using w = await testServer({ settings: idp.settings })
    const signInAtProvider: SignInAtProvider = (url) => idp.signIn(url, 'mia')
    const { user, identity } = await bindIdentity(w, 'anna', signInAtProvider)
    await user.sso.unbind({ body: { id: identity.id } })
    expect(await createSsoBrowser(w.url).signIn('house', signInAtProvider)).toMatchObject({ is_new_user: true, account: '' })
  })

  it('refuses to remove the last sign-in method', async () => {
    await using w = await testServer({ settings: idp.settings })
    const { sso, identity } = await withoutPassword(w, (url) => idp.signIn(url, 'mia'))
    expect((await expectRefusal(sso.unbind({ body: { id: identity.id } }))).refusal).toBe('lastSignInMethod')
    expect((await expectRefusal(sso.remove({ query: { id: identity.id } }))).refusal).toBe('lastSignInMethod')
    expect((await sso.list({})).data.identities).toHaveLength(1)
  })

  it('keeps one of two that are deleted concurrently', async () => {
    await using idp = await startOidcIssuer({ accounts: [mia, { sub: 'other' }] })
    await using w = await testServer({ settings: idp.settings })
    const { sso, identity } = await withoutPassword(w, (url) => idp.signIn(url, 'mia'))
    const page = createSsoBrowser(w.url)
    const ticket = await ticketFor({ sso }, page, (url) => idp.signIn(url, 'other'))
    const { data } = await sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } })
    const after = createClients(w.url, { token: data.access_token }).sso
    const ids = (await after.list({})).data.identities.map(({ id }) => id)
    expect(ids).toContain(identity.id)
    const outcomes = await Promise.allSettled(ids.map((id) => after.remove({ query: { id } })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await after.list({})).data.identities).toHaveLength(1)
  })

  it('needs a fresh session for removal', async () => {
    await using w = await testServer({ settings: idp.settings })
    const { user, identity } = await bindIdentity(w, 'anna', (url) => idp.signIn(url, 'mia'))
    w.clock.advance(minutes(10))
    expect((await expectRefusal(user.sso.unbind({ body: { id: identity.id } }))).refusal).toBe('notFresh')
    expect((await expectRefusal(user.sso.remove({ query: { id: identity.id } }))).refusal).toBe('notFresh')
  })

  it('returns 404 for an identity of another user', async () => {
    await using w = await testServer({ settings: idp.settings })
    const { user, identity } = await bindIdentity(w, 'anna', (url) => idp.signIn(url, 'mia'))
    const otherUser = await w.user('ben')
    expect((await expectRefusal(otherUser.sso.unbind({ body: { id: identity.id } }))).httpStatus).toBe(404)
    expect((await expectRefusal(otherUser.sso.remove({ query: { id: identity.id } }))).httpStatus).toBe(404)
    expect((await user.sso.list({})).data.identities).toMatchObject([{ is_bound: true }])
  })

  it('revokes the refresh token at Apple, then deletes the identity', async () => {
    await using idps = await startEmulatedProviders({ apple: [{ email: 'mia@example.org', name: 'Mia' }] })
    await using w = await testServer({ settings: idps.settings, runsJobs: false })
    const { user, identity } = await bindIdentity(w, 'anna', (url) => idps.signIn(url, 'mia@example.org'), 'apple')
    expect(JSON.stringify((await user.sso.list({})).data)).not.toContain('refresh')
    await user.sso.remove({ query: { id: identity.id } })
    expect((await user.sso.list({})).data.identities).toEqual([])
    expect((await expectRefusal(user.sso.remove({ query: { id: identity.id } }))).httpStatus).toBe(404)
    const pendingRow = await readIdentity(w.ctx, user.id, identity.id)
    expect(pendingRow?.ending_at).toEqual(w.clock.now())
    expect(Buffer.from(pendingRow?.refresh_token_encrypted ?? []).length).toBeGreaterThan(0)
    await revokeAndDeleteIdentity(w.ctx, { userId: user.id, identityId: identity.id }, { isLastAttempt: false })
    expect(await readIdentity(w.ctx, user.id, identity.id)).toBeUndefined()
  })

  it('retries while Apple does not respond, and deletes the identity after the last attempt', async () => {
    await using w = await emulatedServer()
    const { user, identity } = await bindIdentity(w.world, 'anna', (url) => w.idps.signIn(url, 'mia@example.org'), 'apple')
    await user.sso.remove({ query: { id: identity.id } })
    await w.idps[Symbol.asyncDispose]()
    const ids = { userId: user.id, identityId: identity.id }
    await expect(revokeAndDeleteIdentity(w.world.ctx, ids, { isLastAttempt: false })).rejects.toThrow()
    expect(await readIdentity(w.world.ctx, user.id, identity.id)).toBeDefined()
    await revokeIdentities(w.world.ctx, user.id)
    await revokeAndDeleteIdentity(w.world.ctx, ids, { isLastAttempt: true })
    expect(await readIdentity(w.world.ctx, user.id, identity.id)).toBeUndefined()
  })
})

/** Starts a fake Apple that a test can stop, and a test server that runs no jobs. */
async function emulatedServer() {
  const idps = await startEmulatedProviders({ apple: [{ email: 'mia@example.org', name: 'Mia' }] })
  const w = await testServer({ settings: idps.settings, runsJobs: false })
  return { idps, world: w, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

describe('the hourly cleanup of expired codes', () => {
  it('deletes expired codes only', async () => {
    await using w = await testServer({ runsJobs: false })
    const { codes } = createClients(w.url, {})
    const oldToken = await codes.send({ body: { username: 'anna@example.org' } })
    w.clock.advance(minutes(11))
    const recent = await codes.send({ body: { username: 'ben@example.org' } })
    await deleteExpiredSignIns(w.ctx)
    expect(await readCode(w.ctx, oldToken.token)).toBeUndefined()
    expect(await readCode(w.ctx, recent.token)).toBeDefined()
  })
})
