import { describe, expect, it } from 'vitest'
import { days, minutes } from '#kit/units.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

const right = 'correct horse'

const signIn = async (w: World, email: string, { password = right, tokens = [] as string[] } = {}) =>
  (await clientsOf(w.url, {}).account.signIn({ body: { email, password, device_tokens: tokens } })).data

/** Returns the HTTP statuses of sequential attempts with a wrong password: 200 is a refusal, 429 too many attempts. */
async function wrongTries(w: World, email: string, times: number, tokens: string[] = []): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const error = await refusalOf(signIn(w, email, { password: 'wrong horse', tokens }))
    statuses.push((error as { httpStatus: number }).httpStatus)
    // Stays below the limit per network.
    w.clock.pass(minutes(1) / 20)
  }
  return statuses
}

/** Uses up the limit for unknown devices. A part of it is free again at the end. */
const attack = (w: World, email: string) => wrongTries(w, email, 14)

describe('failed attempts from unknown devices', () => {
  it('do not block a device that has signed in before', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const { device_token } = await signIn(w, email)
    expect((await attack(w, email)).at(-1)).toBe(429)
    expect(await refusalOf(signIn(w, email))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, email, { tokens: [device_token] })).account).toBe(email)
  })

  it('do not block codes for a known device', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const { device_token } = await signIn(w, email)
    const { codes } = clientsOf(w.url, {})
    const ask = (tokens: string[]) => codes.send({ body: { username: email, device_tokens: tokens } })
    for (let n = 0; n < 3; n++) await ask([])
    expect(await refusalOf(ask([]))).toMatchObject({ httpStatus: 429 })
    expect((await ask([device_token])).token).not.toBe('')
  })
})

describe('a known device', () => {
  it('has ten attempts of its own, which do not count against other devices', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const [one, other] = [await signIn(w, email), await signIn(w, email)]
    expect((await wrongTries(w, email, 14, [one.device_token])).filter((status) => status === 429)).toHaveLength(4)
    expect((await signIn(w, email, { tokens: [other.device_token] })).account).toBe(email)
    expect((await signIn(w, email)).account).toBe(email)
  })

  it('is known to its own account only, and not with a modified token', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const { device_token: his } = await signIn(w, ben.email)
    const { device_token: hers } = await signIn(w, anna.email)
    await attack(w, anna.email)
    const [date = '', random = '', signature = ''] = hers.split('.')
    const forged = [
      his,
      `${date}.${random}`,
      `${date}.${random}.`,
      `${date}.${random}.${signature.slice(0, -2)}AA`,
      `${date}1.${random}.${signature}`,
      `${date}.${random}A.${signature}`,
      '',
      '..',
    ]
    expect(await refusalOf(signIn(w, anna.email, { tokens: forged }))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, anna.email, { tokens: [his, hers] })).account).toBe(anna.email)
  })

  it('is unknown after a password change, except the device that made it', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const { device_token: before } = await signIn(w, anna.email)
    const password = 'nine purple bicycles'
    const { data } = await anna.proof.setPassword({ body: { current_password: right, password } })
    await attack(w, anna.email)
    expect(await refusalOf(signIn(w, anna.email, { password, tokens: [before] }))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, anna.email, { password, tokens: [data.device_token] })).account).toBe(anna.email)
  })

  it('stays known for 180 days', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const { device_token } = await signIn(w, email)
    w.clock.pass(days(179))
    await attack(w, email)
    expect((await signIn(w, email, { tokens: [device_token] })).account).toBe(email)
    w.clock.pass(days(1))
    await attack(w, email)
    expect(await refusalOf(signIn(w, email, { tokens: [device_token] }))).toMatchObject({ httpStatus: 429 })
  })

  it('does not reveal whether an account exists', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const { device_token } = await signIn(w, email)
    const there = await wrongTries(w, email, 14)
    w.clock.pass(minutes(1))
    expect(await wrongTries(w, 'nobody@example.org', 14)).toEqual(there)
    expect(await refusalOf(signIn(w, 'nobody@example.org', { tokens: [device_token] }))).toMatchObject({ httpStatus: 429 })
  })

  it('can send at most eight tokens of at most 200 characters', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    for (const tokens of [Array<string>(9).fill('x'), ['x'.repeat(201)]]) {
      expect(await refusalOf(signIn(w, email, { tokens }))).toMatchObject({ httpStatus: 422 })
    }
    expect((await signIn(w, email, { tokens: Array<string>(8).fill('x'.repeat(200)) })).account).toBe(email)
  })
})
