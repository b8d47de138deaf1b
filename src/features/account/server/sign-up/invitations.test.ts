import { describe, expect, it } from 'vitest'
import { days, unixSeconds } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const credentials = { email: 'ben@example.org', password: 'correct horse' }
const otherCredentials = { email: 'cleo@example.org', password: 'correct horse' }
const tokenOf = (link: string) => new URL(link).searchParams.get('invitation') ?? ''

async function createInvitation(w: TestServer) {
  const inviter = await w.user('anna')
  const { data } = await inviter.invitations.create({})
  return { inviter, data, invitation: tokenOf(data.link), anonymous: createClients(w.url, {}) }
}

const verifiedOf = async (w: TestServer, email: string) =>
  (await executeSql<{ email_verified: boolean }>(w.ctx.db, 'select email_verified from account where email = $1', [email]))
    .rows[0]

describe('an invitation', () => {
  it('is a link valid for seven days, returned once and stored as a hash only', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { inviter, data, invitation } = await createInvitation(w)
    expect(data.link).toBe(`${w.url}/login?invitation=${invitation}`)
    expect(Buffer.from(invitation, 'base64url')).toHaveLength(32)
    expect(data).toMatchObject({ is_used: false, created_at: unixSeconds(w.clock.now()) })
    expect(data.expires_at - data.created_at).toBe(days(7) / 1000)
    const { link: _, ...shown } = data
    expect((await inviter.invitations.list({})).data).toEqual([shown])
    const { rows } = await executeSql(w.ctx.db, 'select i::text from invitation i')
    expect(JSON.stringify(rows)).not.toContain(invitation)
  })

  it('allows one sign-up and is then used', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { inviter, invitation, anonymous } = await createInvitation(w)
    expect((await anonymous.account.instance({ query: { invitation } })).data).toMatchObject({
      may_sign_up: true,
      sign_up: 'invite',
    })
    expect((await anonymous.account.signUp({ body: { ...credentials, invitation } })).data.is_new_user).toBe(true)
    expect((await inviter.invitations.list({})).data).toMatchObject([{ is_used: true }])
    expect(await expectRefusal(anonymous.account.signUp({ body: { ...otherCredentials, invitation } }))).toMatchObject({
      status: -403,
    })
    expect((await anonymous.account.instance({ query: { invitation } })).data.may_sign_up).toBe(false)
    // An invitation does not verify the address.
    expect(await verifiedOf(w, credentials.email)).toEqual({ email_verified: false })
  })

  it('allows only one of several concurrent sign-ups', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { invitation, anonymous } = await createInvitation(w)
    const signUps = Array.from({ length: 6 }, (_, n) =>
      anonymous.account.signUp({ body: { ...credentials, email: `b${n}@example.org`, invitation } }),
    )
    const outcomes = await Promise.allSettled(signUps)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not used up by a refused sign-up', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { invitation, anonymous } = await createInvitation(w)
    const emailTaken = await expectRefusal(
      anonymous.account.signUp({ body: { ...credentials, email: 'anna@example.org', invitation } }),
    )
    expect(emailTaken).toMatchObject({ status: -3, refusal: 'emailTaken' })
    const weak = await expectRefusal(anonymous.account.signUp({ body: { ...credentials, password: 'password1', invitation } }))
    expect(weak).toMatchObject({ status: -4, refusal: 'weak' })
    expect((await anonymous.account.signUp({ body: { ...credentials, invitation } })).status).toBe(0)
  })

  it.each([
    ['expired', async (w: TestServer, token: string) => (w.clock.advance(days(7)), token)],
    ['guessed', async () => 'A'.repeat(43)],
    ['missing', async () => undefined],
  ])('is refused when it is %s', async (_, tokenFor) => {
    await using w = await testServer({ signUp: 'invite' })
    const { invitation, anonymous } = await createInvitation(w)
    const usedToken = await tokenFor(w, invitation)
    expect(await expectRefusal(anonymous.account.signUp({ body: { ...credentials, invitation: usedToken } }))).toMatchObject({
      status: -403,
    })
  })

  it('is refused after it was deleted', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { inviter, data, invitation, anonymous } = await createInvitation(w)
    await inviter.invitations.remove({ params: { id: data.id } })
    expect((await inviter.invitations.list({})).data).toEqual([])
    expect(await expectRefusal(anonymous.account.signUp({ body: { ...credentials, invitation } }))).toMatchObject({
      status: -403,
    })
  })

  it('of another user is not listed and returns 404', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { data, invitation } = await createInvitation(w)
    const { account, ...other } = createClients(w.url, {})
    const { data: session } = await account.signUp({ body: { ...credentials, invitation } })
    const otherUser = createClients(w.url, { token: session.access_token })
    expect((await otherUser.invitations.list({})).data).toEqual([])
    expect(await expectRefusal(otherUser.invitations.remove({ params: { id: data.id } }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(other.invitations.remove({ params: { id: data.id } }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(other.invitations.list({}))).toMatchObject({ httpStatus: 401 })
  })

  it('can be created up to 20 times while the others are open', async () => {
    await using w = await testServer({ signUp: 'invite' })
    const { inviter, data } = await createInvitation(w)
    const attempts = await Promise.allSettled(Array.from({ length: 24 }, () => inviter.invitations.create({})))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
    expect(await expectRefusal(inviter.invitations.create({}))).toMatchObject({ status: -6, refusal: 'tooMany' })
    await inviter.invitations.remove({ params: { id: data.id } })
    expect((await inviter.invitations.create({})).status).toBe(0)
  })

  it.each(['open', 'closed'] as const)('cannot be created if sign-up is %s', async (signUp) => {
    await using w = await testServer({ signUp })
    const inviter = await w.user('anna')
    expect(await expectRefusal(inviter.invitations.create({}))).toMatchObject({ status: -403, refusal: 'notInvite' })
  })
})

describe('creating an account', () => {
  it.each([
    ['open', true],
    ['invite', false],
    ['closed', false],
  ] as const)('with sign-up %s is possible for anyone: %s', async (signUp, isAllowed) => {
    await using w = await testServer({ signUp })
    await w.user('anna')
    const { account } = createClients(w.url, {})
    expect((await account.instance({ query: {} })).data).toMatchObject({
      has_accounts: true,
      may_sign_up: isAllowed,
      sign_up: signUp,
    })
    const succeeded = await account.signUp({ body: credentials }).then(
      () => true,
      () => false,
    )
    expect(succeeded).toBe(isAllowed)
  })

  it('verifies the address of the first account only', async () => {
    await using w = await testServer({ signUp: 'open' })
    await w.user('anna')
    await w.user('ben')
    expect(await verifiedOf(w, 'anna@example.org')).toEqual({ email_verified: true })
    expect(await verifiedOf(w, 'ben@example.org')).toEqual({ email_verified: false })
  })

  it('ignores additional fields such as id, membership or verification (mass assignment)', async () => {
    await using w = await testServer({ signUp: 'open' })
    await w.user('anna')
    const extraFields = {
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
    const poisoned = `{"__proto__":{"email_verified":true},${JSON.stringify(credentials).slice(1)}`
    expect((await signUp(poisoned)).statusCode).toBe(422)
    expect((await signUp(JSON.stringify({ ...credentials, ...extraFields }))).json()).toMatchObject({ status: 0 })
    const { rows } = await executeSql<Record<string, unknown>>(w.ctx.db, 'select * from account where email = $1', [
      credentials.email,
    ])
    expect(rows).toMatchObject([{ email_verified: false, nickname: 'ben', avatar: null }])
    expect(rows[0]?.['user_id']).not.toBe(extraFields.user_id)
  })
})
