import { describe, expect, it } from 'vitest'
import { days, minutes } from '#kit/units.ts'
import { clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

const right = 'correct horse'

const signIn = async (w: World, email: string, { password = right, tokens = [] as string[] } = {}) =>
  (await clientsOf(w.url, {}).account.signIn({ body: { email, password, device_tokens: tokens } })).data

/** HTTP statuses of wrong passwords, one after another: 200 is a refusal, 429 too many. */
async function wrongTries(w: World, email: string, times: number, tokens: string[] = []): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const error = await refusalOf(signIn(w, email, { password: 'wrong horse', tokens }))
    statuses.push((error as { httpStatus: number }).httpStatus)
    // The limit of a network is another one.
    w.clock.pass(minutes(1) / 20)
  }
  return statuses
}

/** Uses up what strangers may try; some of it has come back by the end. */
const attack = (w: World, email: string) => wrongTries(w, email, 14)

describe('wrong passwords from elsewhere', () => {
  it('do not keep the owner out of a device that has signed in before', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const { device_token } = await signIn(w, email)
    expect((await attack(w, email)).at(-1)).toBe(429)
    expect(await refusalOf(signIn(w, email))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, email, { tokens: [device_token] })).account).toBe(email)
  })

  it('nor do letters asked for elsewhere', async () => {
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

describe('a device that is known', () => {
  it('has ten tries of its own and no more, and leaves those of others as they are', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const [one, other] = [await signIn(w, email), await signIn(w, email)]
    expect((await wrongTries(w, email, 14, [one.device_token])).filter((status) => status === 429)).toHaveLength(4)
    expect((await signIn(w, email, { tokens: [other.device_token] })).account).toBe(email)
    expect((await signIn(w, email)).account).toBe(email)
  })

  it('is known to its own account only, and not by a token changed in any place', async () => {
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

  it('is known no longer once the password is another, except the one it was changed on', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const { device_token: before } = await signIn(w, anna.email)
    const password = 'nine purple bicycles'
    const { data } = await anna.proof.setPassword({ body: { current_password: right, password } })
    await attack(w, anna.email)
    expect(await refusalOf(signIn(w, anna.email, { password, tokens: [before] }))).toMatchObject({ httpStatus: 429 })
    expect((await signIn(w, anna.email, { password, tokens: [data.device_token] })).account).toBe(anna.email)
  })

  it('is known for 180 days', async () => {
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

  it('tells nobody whether an account exists', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    const { device_token } = await signIn(w, email)
    const there = await wrongTries(w, email, 14)
    w.clock.pass(minutes(1))
    expect(await wrongTries(w, 'nobody@example.org', 14)).toEqual(there)
    expect(await refusalOf(signIn(w, 'nobody@example.org', { tokens: [device_token] }))).toMatchObject({ httpStatus: 429 })
  })

  it('may show at most eight tokens of at most 200 characters', async () => {
    await using w = await world()
    const { email } = await w.as('anna')
    for (const tokens of [Array<string>(9).fill('x'), ['x'.repeat(201)]]) {
      expect(await refusalOf(signIn(w, email, { tokens }))).toMatchObject({ httpStatus: 422 })
    }
    expect((await signIn(w, email, { tokens: Array<string>(8).fill('x'.repeat(200)) })).account).toBe(email)
  })
})
