import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '#kit/units.ts'
import { emulated } from '#test/idp/emulated.ts'
import { oidcIssuer } from '#test/idp/oidcIssuer.ts'
import { type Browser, browser } from '#test/world/browser.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type User, clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { endIdentity, giveBackIdentities } from './identities.ts'
import { forgetExpired, readCode, readIdentity } from './storeWays.ts'

const mia = { sub: 'mia', email: 'mia@example.org', email_verified: true, name: 'Mia Muster' }
type There = (authorizeUrl: string) => Promise<{ url: string; form: string | null }>

/** Starts the binding, signs in at the provider and returns the ticket. */
async function ticketFor(user: Pick<User, 'sso'>, page: Browser, there: There, sso_type = 'house'): Promise<string> {
  const { redirect_url } = (await user.sso.bind({ body: { sso_type } })).data
  const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
  const back = await page.carry(await there(await page.start(sso_type, { bind })))
  expect(back.page).toBe('/?profile=open')
  return back['bind_ticket'] ?? ''
}

async function bound(w: World, name: string, there: There, sso_type = 'house') {
  const user = await w.as(name)
  const page = browser(w.url)
  const ticket = await ticketFor(user, page, there, sso_type)
  const { data } = await user.sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } })
  user.credentials.token = data.access_token
  const { identities } = (await user.sso.list({})).data
  return { user, identity: identities.at(-1)!, session: data }
}

/** An account whose only sign-in method is its identity: it has no password and a relay address. */
async function withoutPassword(w: World, there: There, provider = 'house') {
  const { access_token } = await browser(w.url).signIn(provider, there)
  const { sso } = clientsOf(w.url, { token: access_token })
  return { sso, identity: (await sso.list({})).data.identities[0]! }
}

describe('binding an identity (A§7)', () => {
  it('enables sign-in with it, gives the session a new token and ends the old one', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const old = (await w.as('anna')).token
    const { user, identity, session } = await bound(w, 'anna', (url) => idp.signIn(url, 'mia'))
    expect(identity).toMatchObject({ sso_type: 'house', is_bound: true, account: 'mia@example.org', name: 'Mia Muster' })
    expect(session).toMatchObject({ login_type: 'password', account: 'anna@example.org', is_new_user: false })
    expect((await refusalOf(clientsOf(w.url, { token: old }).sso.list({}))).httpStatus).toBe(401)
    const again = await browser(w.url).signIn('house', (url) => idp.signIn(url, 'mia'))
    expect(again.account).toBe(user.email)
  })

  it('needs a fresh session', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const { sso } = await w.as('anna')
    w.clock.pass(minutes(10))
    expect((await refusalOf(sso.bind({ body: { sso_type: 'house' } }))).refusal).toBe('notFresh')
    expect((await refusalOf(sso.bind({ body: { sso_type: 'nobody' } }))).httpStatus).toBe(404)
  })

  it('can be finished only by the user and in the browser that started it (case 21)', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const page = browser(w.url)
    const there: There = (url) => idp.signIn(url, 'mia')
    const finish = async (user: User, cookie: string) => {
      const ticket = await ticketFor(anna, page, there)
      return refusalOf(user.sso.finishBind({ body: { ticket }, headers: { cookie } }))
    }
    expect((await finish(ben, page.cookie())).refusal).toBe('ticketGone')
    expect((await finish(anna, '')).refusal).toBe('ticketGone')
    const ticket = await ticketFor(anna, page, there)
    const { redeem } = anna.sso
    expect((await refusalOf(redeem({ body: { ticket }, headers: { cookie: page.cookie() } }))).refusal).toBe('ticketGone')
    expect((await anna.sso.list({})).data.identities).toEqual([])
    expect((await ben.sso.list({})).data.identities).toEqual([])
  })

  it('can be started once, within a minute, with the requested provider', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    const also = { ...idp.entry, id: 'also' }
    await using w = await world({ settings: { OIDC_PROVIDERS: JSON.stringify([idp.entry, also]) } })
    const { sso } = await w.as('anna')
    const begin = async () =>
      new URL((await sso.bind({ body: { sso_type: 'house' } })).data.redirect_url).searchParams.get('bind') ?? ''
    const page = browser(w.url)
    const expired = `${w.url}/?profile=open#sso_error=expired`
    const bind = await begin()
    expect(await page.start('house', { bind })).toContain(idp.issuer)
    expect(await page.start('house', { bind })).toBe(expired)
    expect(await page.start('also', { bind: await begin() })).toBe(expired)
    const late = await begin()
    w.clock.pass(seconds(60))
    expect(await page.start('house', { bind: late })).toBe(expired)
  })

  it('refuses an identity of another account, and returns with the reason if the user cancels at the provider', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const there: There = (url) => idp.signIn(url, 'mia')
    await bound(w, 'anna', there)
    const ben = await w.as('ben')
    const page = browser(w.url)
    const ticket = await ticketFor(ben, page, there)
    const taken = await refusalOf(ben.sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } }))
    expect(taken.refusal).toBe('taken')
    const { redirect_url } = (await ben.sso.bind({ body: { sso_type: 'house' } })).data
    const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
    const denied = await page.carry(await idp.deny(await page.start('house', { bind })))
    expect(denied).toEqual({ page: '/?profile=open', sso_error: 'denied' })
  })

  it('binds an unbound identity again', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const there: There = (url) => idp.signIn(url, 'mia')
    const { user, identity } = await bound(w, 'anna', there)
    await user.sso.unbind({ body: { id: identity.id } })
    expect((await user.sso.list({})).data.identities).toMatchObject([{ id: identity.id, is_bound: false }])
    const again = await bound(w, 'anna', there)
    expect((await again.user.sso.list({})).data.identities).toMatchObject([{ id: identity.id, is_bound: true }])
  })
})

describe('unbinding and deleting an identity (A§7, case 7)', () => {
  it('disables sign-in with it: the next sign-in creates a new account', async () => {
    await using idp = await oidcIssuer({ trustsEmail: true, accounts: [{ ...mia, email: 'anna@example.org' }] })
    await using w = await world({ settings: idp.settings })
    const there: There = (url) => idp.signIn(url, 'mia')
    const { user, identity } = await bound(w, 'anna', there)
    await user.sso.unbind({ body: { id: identity.id } })
    expect(await browser(w.url).signIn('house', there)).toMatchObject({ is_new_user: true, account: '' })
  })

  it('refuses to remove the last sign-in method', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const { sso, identity } = await withoutPassword(w, (url) => idp.signIn(url, 'mia'))
    expect((await refusalOf(sso.unbind({ body: { id: identity.id } }))).refusal).toBe('lastWayIn')
    expect((await refusalOf(sso.remove({ query: { id: identity.id } }))).refusal).toBe('lastWayIn')
    expect((await sso.list({})).data.identities).toHaveLength(1)
  })

  it('keeps one of two that are deleted concurrently', async () => {
    await using idp = await oidcIssuer({ accounts: [mia, { sub: 'other' }] })
    await using w = await world({ settings: idp.settings })
    const { sso, identity } = await withoutPassword(w, (url) => idp.signIn(url, 'mia'))
    const page = browser(w.url)
    const ticket = await ticketFor({ sso }, page, (url) => idp.signIn(url, 'other'))
    const { data } = await sso.finishBind({ body: { ticket }, headers: { cookie: page.cookie() } })
    const after = clientsOf(w.url, { token: data.access_token }).sso
    const ids = (await after.list({})).data.identities.map(({ id }) => id)
    expect(ids).toContain(identity.id)
    const outcomes = await Promise.allSettled(ids.map((id) => after.remove({ query: { id } })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await after.list({})).data.identities).toHaveLength(1)
  })

  it('needs a fresh session for removal', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const { user, identity } = await bound(w, 'anna', (url) => idp.signIn(url, 'mia'))
    w.clock.pass(minutes(10))
    expect((await refusalOf(user.sso.unbind({ body: { id: identity.id } }))).refusal).toBe('notFresh')
    expect((await refusalOf(user.sso.remove({ query: { id: identity.id } }))).refusal).toBe('notFresh')
  })

  it('returns 404 for an identity of another user', async () => {
    await using idp = await oidcIssuer({ accounts: [mia] })
    await using w = await world({ settings: idp.settings })
    const { user, identity } = await bound(w, 'anna', (url) => idp.signIn(url, 'mia'))
    const ben = await w.as('ben')
    expect((await refusalOf(ben.sso.unbind({ body: { id: identity.id } }))).httpStatus).toBe(404)
    expect((await refusalOf(ben.sso.remove({ query: { id: identity.id } }))).httpStatus).toBe(404)
    expect((await user.sso.list({})).data.identities).toMatchObject([{ is_bound: true }])
  })

  it('revokes the refresh token at Apple, then deletes the identity', async () => {
    await using idps = await emulated({ apple: [{ email: 'mia@example.org', name: 'Mia' }] })
    await using w = await world({ settings: idps.settings, working: false })
    const { user, identity } = await bound(w, 'anna', (url) => idps.signIn(url, 'mia@example.org'), 'apple')
    expect(JSON.stringify((await user.sso.list({})).data)).not.toContain('refresh')
    await user.sso.remove({ query: { id: identity.id } })
    expect((await user.sso.list({})).data.identities).toEqual([])
    expect((await refusalOf(user.sso.remove({ query: { id: identity.id } }))).httpStatus).toBe(404)
    const waiting = await readIdentity(w.ground, user.id, identity.id)
    expect(waiting?.ending_at).toEqual(w.clock.now())
    expect(Buffer.from(waiting?.refresh_sealed ?? []).length).toBeGreaterThan(0)
    await endIdentity(w.ground, { userId: user.id, identityId: identity.id }, { isLast: false })
    expect(await readIdentity(w.ground, user.id, identity.id)).toBeUndefined()
  })

  it('retries while Apple does not respond, and deletes the identity after the last attempt', async () => {
    await using w = await emulatedWorld()
    const { user, identity } = await bound(w.world, 'anna', (url) => w.idps.signIn(url, 'mia@example.org'), 'apple')
    await user.sso.remove({ query: { id: identity.id } })
    await w.idps[Symbol.asyncDispose]()
    const ids = { userId: user.id, identityId: identity.id }
    await expect(endIdentity(w.world.ground, ids, { isLast: false })).rejects.toThrow()
    expect(await readIdentity(w.world.ground, user.id, identity.id)).toBeDefined()
    await giveBackIdentities(w.world.ground, user.id)
    await endIdentity(w.world.ground, ids, { isLast: true })
    expect(await readIdentity(w.world.ground, user.id, identity.id)).toBeUndefined()
  })
})

/** A fake of Apple that a test can stop, and a test server that runs no jobs. */
async function emulatedWorld() {
  const idps = await emulated({ apple: [{ email: 'mia@example.org', name: 'Mia' }] })
  const w = await world({ settings: idps.settings, working: false })
  return { idps, world: w, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

describe('the hourly cleanup of expired codes', () => {
  it('deletes expired codes only', async () => {
    await using w = await world({ working: false })
    const { codes } = clientsOf(w.url, {})
    const old = await codes.send({ body: { username: 'anna@example.org' } })
    w.clock.pass(minutes(11))
    const young = await codes.send({ body: { username: 'ben@example.org' } })
    await forgetExpired(w.ground)
    expect(await readCode(w.ground, old.token)).toBeUndefined()
    expect(await readCode(w.ground, young.token)).toBeDefined()
  })
})
