import { describe, expect, it } from 'vitest'
import { days, unixSeconds } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

const ben = { email: 'ben@example.org', password: 'correct horse' }
const cleo = { email: 'cleo@example.org', password: 'correct horse' }
const tokenOf = (link: string) => new URL(link).searchParams.get('invitation') ?? ''

async function invited(w: World) {
  const inviter = await w.as('anna')
  const { data } = await inviter.invitations.create({})
  return { inviter, data, invitation: tokenOf(data.link), stranger: clientsOf(w.url, {}) }
}

const verifiedOf = async (w: World, email: string) =>
  (await executeSql<{ email_verified: boolean }>(w.ground.db, 'select email_verified from account where email = $1', [email]))
    .rows[0]

describe('an invitation', () => {
  it('is a link valid for seven days, returned once and stored as a hash only', async () => {
    await using w = await world({ signUp: 'invite' })
    const { inviter, data, invitation } = await invited(w)
    expect(data.link).toBe(`${w.url}/login?invitation=${invitation}`)
    expect(Buffer.from(invitation, 'base64url')).toHaveLength(32)
    expect(data).toMatchObject({ is_used: false, created_at: unixSeconds(w.clock.now()) })
    expect(data.expires_at - data.created_at).toBe(days(7) / 1000)
    const { link: _, ...shown } = data
    expect((await inviter.invitations.list({})).data).toEqual([shown])
    const { rows } = await executeSql(w.ground.db, 'select i::text from invitation i')
    expect(JSON.stringify(rows)).not.toContain(invitation)
  })

  it('allows one sign-up and is then used', async () => {
    await using w = await world({ signUp: 'invite' })
    const { inviter, invitation, stranger } = await invited(w)
    expect((await stranger.account.instance({ query: { invitation } })).data).toMatchObject({
      may_sign_up: true,
      sign_up: 'invite',
    })
    expect((await stranger.account.signUp({ body: { ...ben, invitation } })).data.is_new_user).toBe(true)
    expect((await inviter.invitations.list({})).data).toMatchObject([{ is_used: true }])
    expect(await refusalOf(stranger.account.signUp({ body: { ...cleo, invitation } }))).toMatchObject({ status: -403 })
    expect((await stranger.account.instance({ query: { invitation } })).data.may_sign_up).toBe(false)
    // An invitation does not verify the address.
    expect(await verifiedOf(w, ben.email)).toEqual({ email_verified: false })
  })

  it('allows only one of several concurrent sign-ups', async () => {
    await using w = await world({ signUp: 'invite' })
    const { invitation, stranger } = await invited(w)
    const asked = Array.from({ length: 6 }, (_, n) =>
      stranger.account.signUp({ body: { ...ben, email: `b${n}@example.org`, invitation } }),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not used up by a refused sign-up', async () => {
    await using w = await world({ signUp: 'invite' })
    const { invitation, stranger } = await invited(w)
    const taken = await refusalOf(stranger.account.signUp({ body: { ...ben, email: 'anna@example.org', invitation } }))
    expect(taken).toMatchObject({ status: -3, refusal: 'emailTaken' })
    const weak = await refusalOf(stranger.account.signUp({ body: { ...ben, password: 'password1', invitation } }))
    expect(weak).toMatchObject({ status: -4, refusal: 'weak' })
    expect((await stranger.account.signUp({ body: { ...ben, invitation } })).status).toBe(0)
  })

  it.each([
    ['expired', async (w: World, it: string) => (w.clock.pass(days(7)), it)],
    ['guessed', async () => 'A'.repeat(43)],
    ['missing', async () => undefined],
  ])('is refused when it is %s', async (_, bring) => {
    await using w = await world({ signUp: 'invite' })
    const { invitation, stranger } = await invited(w)
    const brought = await bring(w, invitation)
    expect(await refusalOf(stranger.account.signUp({ body: { ...ben, invitation: brought } }))).toMatchObject({ status: -403 })
  })

  it('is refused after it was deleted', async () => {
    await using w = await world({ signUp: 'invite' })
    const { inviter, data, invitation, stranger } = await invited(w)
    await inviter.invitations.remove({ params: { id: data.id } })
    expect((await inviter.invitations.list({})).data).toEqual([])
    expect(await refusalOf(stranger.account.signUp({ body: { ...ben, invitation } }))).toMatchObject({ status: -403 })
  })

  it('of another user is not listed and returns 404', async () => {
    await using w = await world({ signUp: 'invite' })
    const { data, invitation } = await invited(w)
    const { account, ...other } = clientsOf(w.url, {})
    const { data: session } = await account.signUp({ body: { ...ben, invitation } })
    const his = clientsOf(w.url, { token: session.access_token })
    expect((await his.invitations.list({})).data).toEqual([])
    expect(await refusalOf(his.invitations.remove({ params: { id: data.id } }))).toMatchObject({ httpStatus: 404 })
    expect(await refusalOf(other.invitations.remove({ params: { id: data.id } }))).toMatchObject({ httpStatus: 401 })
    expect(await refusalOf(other.invitations.list({}))).toMatchObject({ httpStatus: 401 })
  })

  it('can be created up to 20 times while the others are open', async () => {
    await using w = await world({ signUp: 'invite' })
    const { inviter, data } = await invited(w)
    const more = await Promise.allSettled(Array.from({ length: 24 }, () => inviter.invitations.create({})))
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
    expect(await refusalOf(inviter.invitations.create({}))).toMatchObject({ status: -6, refusal: 'tooMany' })
    await inviter.invitations.remove({ params: { id: data.id } })
    expect((await inviter.invitations.create({})).status).toBe(0)
  })

  it.each(['open', 'closed'] as const)('cannot be created if sign-up is %s', async (signUp) => {
    await using w = await world({ signUp })
    const inviter = await w.as('anna')
    expect(await refusalOf(inviter.invitations.create({}))).toMatchObject({ status: -403, refusal: 'notInvite' })
  })
})

describe('creating an account', () => {
  it.each([
    ['open', true],
    ['invite', false],
    ['closed', false],
  ] as const)('with sign-up %s is possible for anyone: %s', async (signUp, may) => {
    await using w = await world({ signUp })
    await w.as('anna')
    const { account } = clientsOf(w.url, {})
    expect((await account.instance({ query: {} })).data).toMatchObject({ has_accounts: true, may_sign_up: may, sign_up: signUp })
    const made = await account.signUp({ body: ben }).then(
      () => true,
      () => false,
    )
    expect(made).toBe(may)
  })

  it('verifies the address of the first account only', async () => {
    await using w = await world({ signUp: 'open' })
    await w.as('anna')
    await w.as('ben')
    expect(await verifiedOf(w, 'anna@example.org')).toEqual({ email_verified: true })
    expect(await verifiedOf(w, 'ben@example.org')).toEqual({ email_verified: false })
  })

  it('ignores additional fields such as id, membership or verification (mass assignment)', async () => {
    await using w = await world({ signUp: 'open' })
    await w.as('anna')
    const said = {
      user_id: 'f'.repeat(32),
      email_verified: true,
      membership_type: 'unlimited',
      seconds_left: 1e9,
      is_admin: true,
      is_locked: false,
    }
    const url = '/api/auth/password/sign-up'
    const signUp = (payload: string) =>
      w.server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
    const poisoned = `{"__proto__":{"email_verified":true},${JSON.stringify(ben).slice(1)}`
    expect((await signUp(poisoned)).statusCode).toBe(422)
    expect((await signUp(JSON.stringify({ ...ben, ...said }))).json()).toMatchObject({ status: 0 })
    const { rows } = await executeSql<Record<string, unknown>>(w.ground.db, 'select * from account where email = $1', [ben.email])
    expect(rows).toMatchObject([{ email_verified: false, nickname: 'ben', avatar: null }])
    expect(rows[0]?.['user_id']).not.toBe(said.user_id)
  })
})
