import { describe, expect, it } from 'vitest'
import { days, minutes, unixSeconds } from '#kit/units.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'
import { isFresh, rotate } from './sessions.ts'

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string; exp: number }
const callerOf = (token: string) => ({ userId: claimsOf(token).sub, sessionId: claimsOf(token).sid })

/** Another session of the account, as in another browser. */
async function another(w: World, email: string) {
  const { data } = await clientsOf(w.url, {}).account.signIn({ body: { email, password: 'correct horse' } })
  return { token: data.access_token, ...clientsOf(w.url, { token: data.access_token }) }
}

const isOut = async (it: { sessions: ReturnType<typeof clientsOf>['sessions'] }) =>
  (await it.sessions.list({}).then(
    () => 0,
    (error: { httpStatus: number }) => error.httpStatus,
  )) === 401

describe('the list of sessions (A§7)', () => {
  it('has the current session first, then the newest, each with an id that is not a token', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    w.clock.pass(minutes(1))
    const second = await another(w, anna.email)
    w.clock.pass(minutes(1))
    await another(w, anna.email)
    const { data } = await anna.sessions.list({})
    const began = unixSeconds(w.clock.now())
    expect(data.map(({ is_current, created_at }) => [is_current, began - created_at])).toEqual([
      [true, 120],
      [false, 0],
      [false, 60],
    ])
    expect(data[0]).toMatchObject({
      id: claimsOf(anna.token).sid,
      client: 'web',
      login_type: 'password',
      network: '127.0.0.0/24',
    })
    expect(JSON.stringify(data)).not.toContain('127.0.0.1')
    expect((await second.sessions.list({})).data[0]).toMatchObject({ is_current: true, id: claimsOf(second.token).sid })
  })

  it('has no ended sessions and none of other users', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    await w.as('ben')
    const second = await another(w, anna.email)
    await second.sessions.signOut({ body: {} })
    expect((await anna.sessions.list({})).data).toHaveLength(1)
    w.clock.pass(days(15) - 1000)
    await another(w, anna.email)
    w.clock.pass(2000)
    const late = await another(w, anna.email)
    expect((await late.sessions.list({})).data).toHaveLength(2)
  })

  it('returns 401 without a session', async () => {
    await using w = await world()
    expect(await refusalOf(clientsOf(w.url, {}).sessions.list({}))).toMatchObject({ httpStatus: 401 })
  })
})

describe('ending sessions (A§7)', () => {
  it('ends another session of the user immediately, and returns 404 the second time', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const second = await another(w, anna.email)
    const id = claimsOf(second.token).sid
    await anna.sessions.remove({ body: { id } })
    expect(await isOut(second)).toBe(true)
    expect(await isOut(anna)).toBe(false)
    expect(await refusalOf(anna.sessions.remove({ body: { id } }))).toMatchObject({ httpStatus: 404 })
  })

  it('returns 404 for a session of another user, which stays active', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const error = await refusalOf(ben.sessions.remove({ body: { id: claimsOf(anna.token).sid } }))
    expect(error).toMatchObject({ httpStatus: 404 })
    expect(await isOut(anna)).toBe(false)
    expect(await refusalOf(clientsOf(w.url, {}).sessions.remove({ body: { id: 'x' } }))).toMatchObject({ httpStatus: 401 })
  })

  it('signs out without a request body, as other clients do', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const second = await another(w, anna.email)
    const answer = await fetch(`${w.url}/api/auth/access-token-logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(await answer.json()).toMatchObject({ status: 0 })
    expect(await isOut(anna)).toBe(true)
    expect(await isOut(second)).toBe(false)
    expect(await refusalOf(anna.sessions.signOut({ body: {} }))).toMatchObject({ httpStatus: 401 })
  })

  it('signs out all sessions of the user and none of other users', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const second = await another(w, anna.email)
    const heard = fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${second.token}` } })
    const channel = await heard
    await anna.sessions.signOut({ body: { all: true } })
    expect(await channel.text()).toBe(': hello\n\n')
    expect([await isOut(anna), await isOut(second), await isOut(ben)]).toEqual([true, true, false])
  })
})

describe('replacing a session', () => {
  it('keeps sign-in method, client and freshness, and refuses the old token', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    w.clock.pass(minutes(11))
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const { token, loginType } = await rotate(w.ground, callerOf(anna.token), from)
    expect(loginType).toBe('password')
    expect(await isOut(anna)).toBe(true)
    const next = clientsOf(w.url, { token })
    expect((await next.sessions.list({})).data).toMatchObject([{ is_current: true, client: 'web', login_type: 'password' }])
    expect(await isFresh(w.ground, callerOf(token))).toBe(false)
    await expect(rotate(w.ground, callerOf(anna.token), from)).rejects.toThrow('token invalid or expired')
  })

  it('expires 90 days after the first sign-in, however often it is renewed', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const end = unixSeconds(w.clock.now()) + days(90) / 1000
    let token = anna.token
    for (let n = 0; n < 6; n++) {
      w.clock.pass(days(14))
      token = (await rotate(w.ground, callerOf(token), from)).token
    }
    expect(claimsOf(token).exp).toBe(end)
    w.clock.pass(days(6) + 1000)
    expect(await isOut(clientsOf(w.url, { token }))).toBe(true)
  })

  it('succeeds for only one of several concurrent calls', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => rotate(w.ground, callerOf(anna.token), from)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
