import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { days, minutes, seconds } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type User, createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

const uuid = '7d2f6d0e-0000-4000-8000-000000000001'
const codeOf = async (user: Pick<User, 'desktop'>, desktop_uuid = uuid) =>
  (await user.desktop.code({ query: { client_id: 'web', desktop_uuid } })).data.auth_code

describe('signing in the desktop program (A§7)', () => {
  it('exchanges a code of the page for a separate session', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { desktop } = createClients(w.url, {})
    const { data } = await desktop.exchange({ body: { auth_code: await codeOf(user), desktop_uuid: uuid } })
    expect(data).toMatchObject({ account: user.email, is_new_user: false, token_type: 'bearer' })
    expect(decodeJwt(data.access_token)).toMatchObject({ sub: user.id, client_id: 'desktop' })
    const program = createClients(w.url, { token: data.access_token })
    expect((await program.sessions.list({})).data.map(({ client }) => client)).toEqual(['desktop', 'web'])
    expect((await user.sso.list({})).data.email).toBe(user.email)
  })

  it('returns 422 without desktop_uuid or with another client_id, and 401 without a session', async () => {
    await using w = await testServer()
    const { token } = await w.user()
    const requestStatus = async (query: string, headers: Record<string, string>) =>
      (await fetch(`${w.url}/api/auth/access-auth-code?${query}`, { headers })).status
    const authorization = `bearer ${token}`
    expect(await requestStatus('client_id=web', { authorization })).toBe(422)
    expect(await requestStatus(`client_id=ios&desktop_uuid=${uuid}`, { authorization })).toBe(422)
    expect(await requestStatus(`client_id=web&desktop_uuid=${uuid}`, {})).toBe(401)
  })

  it('accepts a code only once, also with concurrent attempts', async () => {
    await using w = await testServer()
    const { desktop } = createClients(w.url, {})
    const body = { auth_code: await codeOf(await w.user()), desktop_uuid: uuid }
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => desktop.exchange({ body })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await expectRefusal(desktop.exchange({ body }))).refusal).toBe('wrongCode')
  })

  it('accepts a code for one minute and one program only, and consumes it on a failed attempt', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { desktop } = createClients(w.url, {})
    const auth_code = await codeOf(user)
    const refusalFor = async (desktop_uuid: string, code: string) =>
      (await expectRefusal(desktop.exchange({ body: { auth_code: code, desktop_uuid } }))).refusal
    expect(await refusalFor('another program', auth_code)).toBe('wrongCode')
    expect(await refusalFor(uuid, auth_code)).toBe('wrongCode')
    const expiredCode = await codeOf(user)
    w.clock.advance(seconds(60))
    expect(await refusalFor(uuid, expiredCode)).toBe('wrongCode')
    expect(await refusalFor(uuid, 'guessed')).toBe('wrongCode')
  })

  it('refuses the code after the page has signed out', async () => {
    await using w = await testServer()
    const user = await w.user()
    const auth_code = await codeOf(user)
    await user.sessions.signOut({ body: {} })
    const { desktop } = createClients(w.url, {})
    const refusalFor = await expectRefusal(desktop.exchange({ body: { auth_code, desktop_uuid: uuid } }))
    expect(refusalFor.refusal).toBe('wrongCode')
  })

  it('does not bypass reauthentication', async () => {
    await using w = await testServer()
    const user = await w.user()
    w.clock.advance(days(14))
    const { desktop } = createClients(w.url, {})
    const { data } = await desktop.exchange({ body: { auth_code: await codeOf(user), desktop_uuid: uuid } })
    expect((await createClients(w.url, { token: data.access_token }).sso.list({})).data.is_fresh).toBe(false)
  })

  it('ends only the older session of the same program and user', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { desktop } = createClients(w.url, {})
    const exchange = async (user: User, desktop_uuid: string) => {
      const { data } = await desktop.exchange({ body: { auth_code: await codeOf(user, desktop_uuid), desktop_uuid } })
      return createClients(w.url, { token: data.access_token }).sso
    }
    const [oldSession, otherProgram, otherUsersSession] = [
      await exchange(user, uuid),
      await exchange(user, 'laptop'),
      await exchange(otherUser, uuid),
    ]
    const newSession = await exchange(user, uuid)
    expect((await expectRefusal(oldSession.list({}))).httpStatus).toBe(401)
    for (const session of [newSession, otherProgram]) expect((await session.list({})).data.email).toBe(user.email)
    expect((await otherUsersSession.list({})).data.email).toBe(otherUser.email)
  })

  it('creates at most five codes per minute', async () => {
    await using w = await testServer()
    const user = await w.user()
    for (let n = 0; n < 5; n++) await codeOf(user)
    expect((await expectRefusal(user.desktop.code({ query: { client_id: 'web', desktop_uuid: uuid } }))).httpStatus).toBe(429)
    w.clock.advance(minutes(1))
    expect(await codeOf(user)).toMatch(/^[\w-]{43}$/)
  })
})
