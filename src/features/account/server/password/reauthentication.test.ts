import { describe, expect, it } from 'vitest'
import { days, minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { isFresh } from '../sessions/sessions.ts'

const oldPassword = 'correct horse'
const newPassword = 'nine purple bicycles'
const callerOf = (token: string) => {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string }
  return { userId: sub, sessionId: sid }
}
const isTokenFresh = (w: TestServer, token: string) => isFresh(w.ctx, callerOf(token))

/** The six digits of the last e-mail. */
async function lastCode(w: TestServer): Promise<string> {
  await w.waitForJobs()
  return /\b(\d{6})\b/.exec((w.sentMails.at(-1)?.text ?? '').replace(/(\d{3}) (\d{3})/, '$1$2'))?.[1] ?? ''
}

describe('reauthentication', () => {
  it('keeps a session fresh for ten minutes after the sign-in and after confirming the password', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    expect(await isTokenFresh(w, user.token)).toBe(true)
    w.clock.advance(minutes(10))
    expect(await isTokenFresh(w, user.token)).toBe(false)
    await user.proof.confirm({ body: { password: oldPassword } })
    expect(await isTokenFresh(w, user.token)).toBe(true)
    w.clock.advance(minutes(10))
    expect(await isTokenFresh(w, user.token)).toBe(false)
  })

  it('does not keep a session fresh for days after the clock was set back', async () => {
    await using w = await testServer()
    w.clock.advance(days(3))
    const user = await w.user('anna')
    w.clock.advance(days(-3))
    expect(await isTokenFresh(w, user.token)).toBe(false)
    await user.proof.confirm({ body: { password: oldPassword } })
    expect(await isTokenFresh(w, user.token)).toBe(true)
  })

  it("accepts a code sent to the user's own address, once", async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    w.clock.advance(minutes(11))
    const { token } = await user.codes.sendToProve({ body: {} })
    const code = await lastCode(w)
    expect(code).toMatch(/^\d{6}$/)
    await user.proof.confirm({ body: { token, code } })
    expect(await isTokenFresh(w, user.token)).toBe(true)
    expect(await expectRefusal(user.proof.confirm({ body: { token, code } }))).toMatchObject({ status: -2, refusal: 'wrong' })
  })

  it('returns the same refusal for a wrong password, a wrong code and a code of another user', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    w.clock.advance(minutes(11))
    const { token } = await otherUser.codes.sendToProve({ body: {} })
    const code = await lastCode(w)
    const attempts = [{ password: 'wrong horse' }, { token: 'never sent', code: '000000' }, { token, code }]
    for (const body of attempts) {
      expect(await expectRefusal(user.proof.confirm({ body }))).toMatchObject({ status: -2, refusal: 'wrong' })
    }
    expect(await isTokenFresh(w, user.token)).toBe(false)
    expect(await expectRefusal(user.proof.confirm({ body: {} as { password: string } }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(createClients(w.url, {}).proof.confirm({ body: { password: oldPassword } }))).toMatchObject({
      httpStatus: 401,
    })
  })

  it('makes only the current session fresh', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const { data } = await user.account.signIn({ body: { email: user.email, password: oldPassword } })
    w.clock.advance(minutes(11))
    await user.proof.confirm({ body: { password: oldPassword } })
    expect(await isTokenFresh(w, data.access_token)).toBe(false)
  })

  it('is not blocked by code requests at the sign-in page', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { codes } = createClients(w.url, {})
    for (let n = 0; n < 3; n++) await codes.send({ body: { username: user.email } })
    expect(await expectRefusal(codes.send({ body: { username: user.email } }))).toMatchObject({ httpStatus: 429 })
    expect((await user.codes.sendToProve({ body: {} })).token).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is not blocked by failed attempts at the sign-in page', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const anonymous = createClients(w.url, {})
    for (let n = 0; n < 10; n++) {
      await expectRefusal(anonymous.account.signIn({ body: { email: user.email, password: `wrong horse ${n}` } }))
    }
    expect((await user.proof.confirm({ body: { password: oldPassword } })).status).toBe(0)
  })
})

describe('changing the password', () => {
  it('needs the old one or a fresh session, ends every other session and refuses the old token', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const secondSession = await user.account.signIn({ body: { email: user.email, password: oldPassword } })
    w.clock.advance(minutes(11))
    expect(await expectRefusal(user.proof.setPassword({ body: { password: newPassword } }))).toMatchObject({ status: -4011 })
    const wrong = await expectRefusal(
      user.proof.setPassword({ body: { password: newPassword, current_password: 'wrong horse' } }),
    )
    expect(wrong).toMatchObject({ status: -2 })
    const { data } = await user.proof.setPassword({ body: { password: newPassword, current_password: oldPassword } })
    expect(data).toMatchObject({ login_type: 'password', account: user.email, is_new_user: false })
    for (const token of [user.token, secondSession.data.access_token]) {
      const error = await expectRefusal(createClients(w.url, { token }).sessions.list({}))
      expect(error).toMatchObject({ httpStatus: 401, message: 'token invalid or expired' })
    }
    expect((await createClients(w.url, { token: data.access_token }).sessions.list({})).data).toHaveLength(1)
    expect(await isTokenFresh(w, data.access_token)).toBe(true)
    const anonymous = createClients(w.url, {})
    expect(await expectRefusal(anonymous.account.signIn({ body: { email: user.email, password: oldPassword } }))).toMatchObject({
      status: -2,
    })
    expect((await anonymous.account.signIn({ body: { email: user.email, password: newPassword } })).status).toBe(0)
  })

  it('works with a fresh session for an account without a password', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    await executeSql(w.ctx.db, 'update account set password_hash = null')
    w.clock.advance(minutes(11))
    const body = { password: newPassword, current_password: '' }
    expect(await expectRefusal(user.proof.setPassword({ body }))).toMatchObject({ status: -4011, refusal: 'notFresh' })
    expect(await expectRefusal(user.proof.confirm({ body: { password: '' } }))).toMatchObject({ status: -2 })
    const { token } = await user.codes.sendToProve({ body: {} })
    await user.proof.confirm({ body: { token, code: await lastCode(w) } })
    const { data } = await user.proof.setPassword({ body: { password: newPassword } })
    expect((await createClients(w.url, { token: data.access_token }).sessions.list({})).data).toHaveLength(1)
    expect((await createClients(w.url, {}).account.signIn({ body: { email: user.email, password: newPassword } })).status).toBe(0)
  })

  it('refuses a weak or short password and changes nothing', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const setRefused = (password: string) =>
      expectRefusal(user.proof.setPassword({ body: { password, current_password: oldPassword } }))
    expect(await setRefused('P@ssw0rd1')).toMatchObject({ status: -4, refusal: 'weak' })
    expect(await setRefused('anna@example.org')).toMatchObject({ status: -4 })
    expect(await setRefused('seven77')).toMatchObject({ httpStatus: 422, body: { field: 'body.password' } })
    expect((await user.sessions.list({})).data).toHaveLength(1)
    const body = { password: newPassword }
    expect(await expectRefusal(createClients(w.url, {}).proof.setPassword({ body }))).toMatchObject({ httpStatus: 401 })
  })

  it('succeeds for only one of several concurrent changes', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const changes = ['nine purple bicycles', 'ten purple bicycles', 'six purple bicycles'].map((password) =>
      user.proof.setPassword({ body: { password, current_password: oldPassword } }),
    )
    const outcomes = await Promise.allSettled(changes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('normalizes passwords with NFKC', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    await user.proof.setPassword({ body: { password: 'Gru\u0308ße aus Wien ①', current_password: oldPassword } })
    const signedIn = await createClients(w.url, {}).account.signIn({
      body: { email: user.email, password: 'Gr\u00fcße aus Wien 1' },
    })
    expect(signedIn.status).toBe(0)
  })
})
