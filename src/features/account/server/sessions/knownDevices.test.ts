import { describe, expect, it } from 'vitest'
import { days, minutes } from '#shared/units.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const correctPassword = 'correct horse'

const signIn = async (w: TestServer, email: string, { password = correctPassword, tokens = [] as string[] } = {}) =>
  (await createClients(w.url, {}).account.signIn({ body: { email, password, device_tokens: tokens } })).data

/** Returns the HTTP statuses of sequential attempts with a wrong password: 200 is a refusal, 429 too many attempts. */
async function wrongAttempts(w: TestServer, email: string, count: number, tokens: string[] = []): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) {
    const error = await expectRefusal(signIn(w, email, { password: 'wrong horse', tokens }))
    statuses.push((error as { httpStatus: number }).httpStatus)
    // Stays below the limit per network.
    w.clock.advance(minutes(1) / 20)
  }
  return statuses
}

/** Exhausts the limit for unknown devices. Some of it is available again at the end. */
const attack = (w: TestServer, email: string) => wrongAttempts(w, email, 14)

describe('failed attempts from unknown devices', () => {
  it('do not block a device that has signed in before', async () => {
    await using w = await testServer()
    const { email } = await w.user('anna')
    const { device_token } = await signIn(w, email)
    expect((await attack(w, email)).at(-1)).toBe(429)
    expect(await expectRefusal(signIn(w, email))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, email, { tokens: [device_token] })).account).toBe(email)
  })

  it('do not block codes for a known device', async () => {
    await using w = await testServer()
    const { email } = await w.user('anna')
    const { device_token } = await signIn(w, email)
    const { codes } = createClients(w.url, {})
    const requestCode = (tokens: string[]) => codes.send({ body: { username: email, device_tokens: tokens } })
    for (let n = 0; n < 3; n++) await requestCode([])
    expect(await expectRefusal(requestCode([]))).toMatchObject({ httpStatus: 429 })
    expect((await requestCode([device_token])).token).not.toBe('')
  })
})

describe('a known device', () => {
  it('has ten attempts of its own, which do not count against other devices', async () => {
    await using w = await testServer()
    const { email } = await w.user('anna')
    const [firstDevice, secondDevice] = [await signIn(w, email), await signIn(w, email)]
    expect((await wrongAttempts(w, email, 14, [firstDevice.device_token])).filter((status) => status === 429)).toHaveLength(4)
    expect((await signIn(w, email, { tokens: [secondDevice.device_token] })).account).toBe(email)
    expect((await signIn(w, email)).account).toBe(email)
  })

  it('is known to its own account only, and not with a modified token', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { device_token: otherUsersToken } = await signIn(w, otherUser.email)
    const { device_token: ownToken } = await signIn(w, user.email)
    await attack(w, user.email)
    const [date = '', random = '', signature = ''] = ownToken.split('.')
    const forged = [
      otherUsersToken,
      `${date}.${random}`,
      `${date}.${random}.`,
      `${date}.${random}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${date}1.${random}.${signature}`,
      `${date}.${random}A.${signature}`,
      '',
      '..',
    ]
    expect(await expectRefusal(signIn(w, user.email, { tokens: forged }))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, user.email, { tokens: [otherUsersToken, ownToken] })).account).toBe(user.email)
  })

  it('is unknown after a password change, except the device that made it', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const { device_token: oldToken } = await signIn(w, user.email)
    const password = 'nine purple bicycles'
    const { data } = await user.proof.setPassword({ body: { current_password: correctPassword, password } })
    await attack(w, user.email)
    expect(await expectRefusal(signIn(w, user.email, { password, tokens: [oldToken] }))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, user.email, { password, tokens: [data.device_token] })).account).toBe(user.email)
  })

  it('stays known for 180 days', async () => {
    await using w = await testServer()
    const { email } = await w.user('anna')
    const { device_token } = await signIn(w, email)
    w.clock.advance(days(179))
    await attack(w, email)
    expect((await signIn(w, email, { tokens: [device_token] })).account).toBe(email)
    w.clock.advance(days(1))
    await attack(w, email)
    expect(await expectRefusal(signIn(w, email, { tokens: [device_token] }))).toMatchObject({ httpStatus: 429 })
  })

  it('does not reveal whether an account exists', async () => {
    await using w = await testServer()
    const { email } = await w.user('anna')
    const { device_token } = await signIn(w, email)
    const knownStatuses = await wrongAttempts(w, email, 14)
    w.clock.advance(minutes(1))
    expect(await wrongAttempts(w, 'unknown@example.org', 14)).toEqual(knownStatuses)
    expect(await expectRefusal(signIn(w, 'unknown@example.org', { tokens: [device_token] }))).toMatchObject({ httpStatus: 429 })
  })

  it('can send at most eight tokens of at most 200 characters', async () => {
    await using w = await testServer()
    const { email } = await w.user('anna')
    for (const tokens of [Array<string>(9).fill('x'), ['x'.repeat(201)]]) {
      expect(await expectRefusal(signIn(w, email, { tokens }))).toMatchObject({ httpStatus: 422 })
    }
    expect((await signIn(w, email, { tokens: Array<string>(8).fill('x'.repeat(200)) })).account).toBe(email)
  })
})
