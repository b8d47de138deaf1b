import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { days, minutes, seconds } from '#kit/units.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type User, clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'

const uuid = '7d2f6d0e-0000-4000-8000-000000000001'
const codeOf = async (user: Pick<User, 'desktop'>, desktop_uuid = uuid) =>
  (await user.desktop.code({ query: { client_id: 'web', desktop_uuid } })).data.auth_code

describe('signing in the desktop program (A§7)', () => {
  it('exchanges a code of the page for a separate session', async () => {
    await using w = await world()
    const anna = await w.as()
    const { desktop } = clientsOf(w.url, {})
    const { data } = await desktop.exchange({ body: { auth_code: await codeOf(anna), desktop_uuid: uuid } })
    expect(data).toMatchObject({ account: anna.email, is_new_user: false, token_type: 'bearer' })
    expect(decodeJwt(data.access_token)).toMatchObject({ sub: anna.id, client_id: 'desktop' })
    const program = clientsOf(w.url, { token: data.access_token })
    expect((await program.sessions.list({})).data.map(({ client }) => client)).toEqual(['desktop', 'web'])
    expect((await anna.sso.list({})).data.email).toBe(anna.email)
  })

  it('returns 422 without desktop_uuid or with another client_id, and 401 without a session', async () => {
    await using w = await world()
    const { token } = await w.as()
    const ask = async (query: string, headers: Record<string, string>) =>
      (await fetch(`${w.url}/api/auth/access-auth-code?${query}`, { headers })).status
    const authorization = `bearer ${token}`
    expect(await ask('client_id=web', { authorization })).toBe(422)
    expect(await ask(`client_id=ios&desktop_uuid=${uuid}`, { authorization })).toBe(422)
    expect(await ask(`client_id=web&desktop_uuid=${uuid}`, {})).toBe(401)
  })

  it('accepts a code only once, also with concurrent attempts (case 24)', async () => {
    await using w = await world()
    const { desktop } = clientsOf(w.url, {})
    const body = { auth_code: await codeOf(await w.as()), desktop_uuid: uuid }
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => desktop.exchange({ body })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(desktop.exchange({ body }))).refusal).toBe('wrongCode')
  })

  it('accepts a code for one minute and one program only, and consumes it on a failed attempt (case 24)', async () => {
    await using w = await world()
    const anna = await w.as()
    const { desktop } = clientsOf(w.url, {})
    const auth_code = await codeOf(anna)
    const gone = async (desktop_uuid: string, code: string) =>
      (await refusalOf(desktop.exchange({ body: { auth_code: code, desktop_uuid } }))).refusal
    expect(await gone('another program', auth_code)).toBe('wrongCode')
    expect(await gone(uuid, auth_code)).toBe('wrongCode')
    const late = await codeOf(anna)
    w.clock.pass(seconds(60))
    expect(await gone(uuid, late)).toBe('wrongCode')
    expect(await gone(uuid, 'guessed')).toBe('wrongCode')
  })

  it('refuses the code after the page has signed out', async () => {
    await using w = await world()
    const anna = await w.as()
    const auth_code = await codeOf(anna)
    await anna.sessions.signOut({ body: {} })
    const { desktop } = clientsOf(w.url, {})
    const gone = await refusalOf(desktop.exchange({ body: { auth_code, desktop_uuid: uuid } }))
    expect(gone.refusal).toBe('wrongCode')
  })

  it('does not bypass reauthentication', async () => {
    await using w = await world()
    const anna = await w.as()
    w.clock.pass(days(14))
    const { desktop } = clientsOf(w.url, {})
    const { data } = await desktop.exchange({ body: { auth_code: await codeOf(anna), desktop_uuid: uuid } })
    expect((await clientsOf(w.url, { token: data.access_token }).sso.list({})).data.is_fresh).toBe(false)
  })

  it('ends only the older session of the same program and user', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const { desktop } = clientsOf(w.url, {})
    const trade = async (user: User, desktop_uuid: string) => {
      const { data } = await desktop.exchange({ body: { auth_code: await codeOf(user, desktop_uuid), desktop_uuid } })
      return clientsOf(w.url, { token: data.access_token }).sso
    }
    const [old, elsewhere, bens] = [await trade(anna, uuid), await trade(anna, 'laptop'), await trade(ben, uuid)]
    const young = await trade(anna, uuid)
    expect((await refusalOf(old.list({}))).httpStatus).toBe(401)
    for (const still of [young, elsewhere]) expect((await still.list({})).data.email).toBe(anna.email)
    expect((await bens.list({})).data.email).toBe(ben.email)
  })

  it('creates at most five codes per minute', async () => {
    await using w = await world()
    const anna = await w.as()
    for (let n = 0; n < 5; n++) await codeOf(anna)
    expect((await refusalOf(anna.desktop.code({ query: { client_id: 'web', desktop_uuid: uuid } }))).httpStatus).toBe(429)
    w.clock.pass(minutes(1))
    expect(await codeOf(anna)).toMatch(/^[\w-]{43}$/)
  })
})
