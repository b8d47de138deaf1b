import { describe, expect, it } from 'vitest'
import { days, minutes } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'
import { isFresh } from './sessions.ts'

const old = 'correct horse'
const next = 'nine purple bicycles'
const callerOf = (token: string) => {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string }
  return { userId: sub, sessionId: sid }
}
const freshness = (w: World, token: string) => isFresh(w.ground, callerOf(token))

/** The six digits of the last e-mail. */
async function lastCode(w: World): Promise<string> {
  await w.settle()
  return /\b(\d{6})\b/.exec((w.letters.at(-1)?.text ?? '').replace(/(\d{3}) (\d{3})/, '$1$2'))?.[1] ?? ''
}

describe('reauthentication', () => {
  it('keeps a session fresh for ten minutes after the sign-in and after confirming the password', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    expect(await freshness(w, anna.token)).toBe(true)
    w.clock.pass(minutes(10))
    expect(await freshness(w, anna.token)).toBe(false)
    await anna.proof.confirm({ body: { password: old } })
    expect(await freshness(w, anna.token)).toBe(true)
    w.clock.pass(minutes(10))
    expect(await freshness(w, anna.token)).toBe(false)
  })

  it('does not keep a session fresh for days after the clock was set back', async () => {
    await using w = await world()
    w.clock.pass(days(3))
    const anna = await w.as('anna')
    w.clock.pass(days(-3))
    expect(await freshness(w, anna.token)).toBe(false)
    await anna.proof.confirm({ body: { password: old } })
    expect(await freshness(w, anna.token)).toBe(true)
  })

  it("accepts a code sent to the user's own address, once", async () => {
    await using w = await world()
    const anna = await w.as('anna')
    w.clock.pass(minutes(11))
    const { token } = await anna.codes.sendToProve({ body: {} })
    const code = await lastCode(w)
    expect(code).toMatch(/^\d{6}$/)
    await anna.proof.confirm({ body: { token, code } })
    expect(await freshness(w, anna.token)).toBe(true)
    expect(await refusalOf(anna.proof.confirm({ body: { token, code } }))).toMatchObject({ status: -2, refusal: 'wrong' })
  })

  it('returns the same refusal for a wrong password, a wrong code and a code of another user', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    w.clock.pass(minutes(11))
    const { token } = await ben.codes.sendToProve({ body: {} })
    const code = await lastCode(w)
    const tries = [{ password: 'wrong horse' }, { token: 'never sent', code: '000000' }, { token, code }]
    for (const body of tries) {
      expect(await refusalOf(anna.proof.confirm({ body }))).toMatchObject({ status: -2, refusal: 'wrong' })
    }
    expect(await freshness(w, anna.token)).toBe(false)
    expect(await refusalOf(anna.proof.confirm({ body: {} as { password: string } }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(clientsOf(w.url, {}).proof.confirm({ body: { password: old } }))).toMatchObject({ httpStatus: 401 })
  })

  it('makes only the current session fresh', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const { data } = await anna.account.signIn({ body: { email: anna.email, password: old } })
    w.clock.pass(minutes(11))
    await anna.proof.confirm({ body: { password: old } })
    expect(await freshness(w, data.access_token)).toBe(false)
  })

  it('is not blocked by code requests at the sign-in page', async () => {
    await using w = await world()
    const anna = await w.as()
    const { codes } = clientsOf(w.url, {})
    for (let n = 0; n < 3; n++) await codes.send({ body: { username: anna.email } })
    expect(await refusalOf(codes.send({ body: { username: anna.email } }))).toMatchObject({ httpStatus: 429 })
    expect((await anna.codes.sendToProve({ body: {} })).token).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is not blocked by failed attempts at the sign-in page', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const stranger = clientsOf(w.url, {})
    for (let n = 0; n < 10; n++) {
      await refusalOf(stranger.account.signIn({ body: { email: anna.email, password: `wrong horse ${n}` } }))
    }
    expect((await anna.proof.confirm({ body: { password: old } })).status).toBe(0)
  })
})

describe('changing the password', () => {
  it('needs the old one or a fresh session, ends every other session and refuses the old token', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const second = await anna.account.signIn({ body: { email: anna.email, password: old } })
    w.clock.pass(minutes(11))
    expect(await refusalOf(anna.proof.setPassword({ body: { password: next } }))).toMatchObject({ status: -4011 })
    const wrong = await refusalOf(anna.proof.setPassword({ body: { password: next, current_password: 'wrong horse' } }))
    expect(wrong).toMatchObject({ status: -2 })
    const { data } = await anna.proof.setPassword({ body: { password: next, current_password: old } })
    expect(data).toMatchObject({ login_type: 'password', account: anna.email, is_new_user: false })
    for (const token of [anna.token, second.data.access_token]) {
      const error = await refusalOf(clientsOf(w.url, { token }).sessions.list({}))
      expect(error).toMatchObject({ httpStatus: 401, message: 'token invalid or expired' })
    }
    expect((await clientsOf(w.url, { token: data.access_token }).sessions.list({})).data).toHaveLength(1)
    expect(await freshness(w, data.access_token)).toBe(true)
    const stranger = clientsOf(w.url, {})
    expect(await refusalOf(stranger.account.signIn({ body: { email: anna.email, password: old } }))).toMatchObject({ status: -2 })
    expect((await stranger.account.signIn({ body: { email: anna.email, password: next } })).status).toBe(0)
  })

  it('works with a fresh session for an account without a password', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    await executeSql(w.ground.db, 'update account set password_hash = null')
    w.clock.pass(minutes(11))
    const body = { password: next, current_password: '' }
    expect(await refusalOf(anna.proof.setPassword({ body }))).toMatchObject({ status: -4011, refusal: 'notFresh' })
    expect(await refusalOf(anna.proof.confirm({ body: { password: '' } }))).toMatchObject({ status: -2 })
    const { token } = await anna.codes.sendToProve({ body: {} })
    await anna.proof.confirm({ body: { token, code: await lastCode(w) } })
    const { data } = await anna.proof.setPassword({ body: { password: next } })
    expect((await clientsOf(w.url, { token: data.access_token }).sessions.list({})).data).toHaveLength(1)
    expect((await clientsOf(w.url, {}).account.signIn({ body: { email: anna.email, password: next } })).status).toBe(0)
  })

  it('refuses a weak or short password and changes nothing', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const set = (password: string) => refusalOf(anna.proof.setPassword({ body: { password, current_password: old } }))
    expect(await set('P@ssw0rd1')).toMatchObject({ status: -4, refusal: 'weak' })
    expect(await set('anna@example.org')).toMatchObject({ status: -4 })
    expect(await set('seven77')).toMatchObject({ httpStatus: 422, body: { field: 'body.password' } })
    expect((await anna.sessions.list({})).data).toHaveLength(1)
    const body = { password: next }
    expect(await refusalOf(clientsOf(w.url, {}).proof.setPassword({ body }))).toMatchObject({ httpStatus: 401 })
  })

  it('succeeds for only one of several concurrent changes', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const asked = ['nine purple bicycles', 'ten purple bicycles', 'six purple bicycles'].map((password) =>
      anna.proof.setPassword({ body: { password, current_password: old } }),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('normalizes passwords with NFKC', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    await anna.proof.setPassword({ body: { password: 'Gru\u0308ße aus Wien ①', current_password: old } })
    const signedIn = await clientsOf(w.url, {}).account.signIn({ body: { email: anna.email, password: 'Gr\u00fcße aus Wien 1' } })
    expect(signedIn.status).toBe(0)
  })
})
