import { describe, expect, it } from 'vitest'
import { days, minutes, unixSeconds } from '#shared/units.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { isFresh, rotateSession } from './sessions.ts'

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string; exp: number }
const callerOf = (token: string) => ({ userId: claimsOf(token).sub, sessionId: claimsOf(token).sid })

/** Creates another session of the account, as in another browser. */
async function signInAgain(w: TestServer, email: string) {
  const { data } = await createClients(w.url, {}).account.signIn({ body: { email, password: 'correct horse' } })
  return { token: data.access_token, ...createClients(w.url, { token: data.access_token }) }
}

const isSignedOut = async (clients: { sessions: ReturnType<typeof createClients>['sessions'] }) =>
  (await clients.sessions.list({}).then(
    () => 0,
    (error: { httpStatus: number }) => error.httpStatus,
  )) === 401

describe('the list of sessions (A§7)', () => {
  it('has the current session first, then the newest, each with an id that is not a token', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    w.clock.advance(minutes(1))
    const secondSession = await signInAgain(w, user.email)
    w.clock.advance(minutes(1))
    await signInAgain(w, user.email)
    const { data } = await user.sessions.list({})
    const began = unixSeconds(w.clock.now())
    expect(data.map(({ is_current, created_at }) => [is_current, began - created_at])).toEqual([
      [true, 120],
      [false, 0],
      [false, 60],
    ])
    expect(data[0]).toMatchObject({
      id: claimsOf(user.token).sid,
      client: 'web',
      login_type: 'password',
      network: '127.0.0.0/24',
    })
    expect(JSON.stringify(data)).not.toContain('127.0.0.1')
    expect((await secondSession.sessions.list({})).data[0]).toMatchObject({
      is_current: true,
      id: claimsOf(secondSession.token).sid,
    })
  })

  it('has no ended sessions and none of other users', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    await w.user('ben')
    const secondSession = await signInAgain(w, user.email)
    await secondSession.sessions.signOut({ body: {} })
    expect((await user.sessions.list({})).data).toHaveLength(1)
    w.clock.advance(days(15) - 1000)
    await signInAgain(w, user.email)
    w.clock.advance(2000)
    const lateSession = await signInAgain(w, user.email)
    expect((await lateSession.sessions.list({})).data).toHaveLength(2)
  })

  it('returns 401 without a session', async () => {
    await using w = await testServer()
    expect(await expectRefusal(createClients(w.url, {}).sessions.list({}))).toMatchObject({ httpStatus: 401 })
  })
})

describe('ending sessions (A§7)', () => {
  it('ends another session of the user immediately, and returns 404 the second time', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const secondSession = await signInAgain(w, user.email)
    const id = claimsOf(secondSession.token).sid
    await user.sessions.remove({ body: { id } })
    expect(await isSignedOut(secondSession)).toBe(true)
    expect(await isSignedOut(user)).toBe(false)
    expect(await expectRefusal(user.sessions.remove({ body: { id } }))).toMatchObject({ httpStatus: 404 })
  })

  it('returns 404 for a session of another user, which stays active', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const error = await expectRefusal(otherUser.sessions.remove({ body: { id: claimsOf(user.token).sid } }))
    expect(error).toMatchObject({ httpStatus: 404 })
    expect(await isSignedOut(user)).toBe(false)
    expect(await expectRefusal(createClients(w.url, {}).sessions.remove({ body: { id: 'x' } }))).toMatchObject({
      httpStatus: 401,
    })
  })

  it('signs out without a request body, as other clients do', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const secondSession = await signInAgain(w, user.email)
    const response = await fetch(`${w.url}/api/auth/access-token-logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(await response.json()).toMatchObject({ status: 0 })
    expect(await isSignedOut(user)).toBe(true)
    expect(await isSignedOut(secondSession)).toBe(false)
    expect(await expectRefusal(user.sessions.signOut({ body: {} }))).toMatchObject({ httpStatus: 401 })
  })

  it('signs out all sessions of the user and none of other users', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const secondSession = await signInAgain(w, user.email)
    const liveRequest = fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${secondSession.token}` } })
    const liveResponse = await liveRequest
    await user.sessions.signOut({ body: { all: true } })
    expect(await liveResponse.text()).toBe(': hello\n\n')
    expect([await isSignedOut(user), await isSignedOut(secondSession), await isSignedOut(otherUser)]).toEqual([true, true, false])
  })
})

describe('replacing a session', () => {
  it('keeps sign-in method, client and freshness, and refuses the old token', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    w.clock.advance(minutes(11))
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const { token, loginType } = await rotateSession(w.ctx, callerOf(user.token), from)
    expect(loginType).toBe('password')
    expect(await isSignedOut(user)).toBe(true)
    const rotated = createClients(w.url, { token })
    expect((await rotated.sessions.list({})).data).toMatchObject([{ is_current: true, client: 'web', login_type: 'password' }])
    expect(await isFresh(w.ctx, callerOf(token))).toBe(false)
    await expect(rotateSession(w.ctx, callerOf(user.token), from)).rejects.toThrow('token invalid or expired')
  })

  it('expires 90 days after the first sign-in, however often it is renewed', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const chainEnd = unixSeconds(w.clock.now()) + days(90) / 1000
    let token = user.token
    for (let n = 0; n < 6; n++) {
      w.clock.advance(days(14))
      token = (await rotateSession(w.ctx, callerOf(token), from)).token
    }
    expect(claimsOf(token).exp).toBe(chainEnd)
    w.clock.advance(days(6) + 1000)
    expect(await isSignedOut(createClients(w.url, { token }))).toBe(true)
  })

  it('succeeds for only one of several concurrent calls', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => rotateSession(w.ctx, callerOf(user.token), from)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
