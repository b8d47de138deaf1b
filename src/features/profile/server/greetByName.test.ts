import { afterAll, describe, expect, it } from 'vitest'
import { startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { createSsoBrowser } from '#test/server/createSsoBrowser.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

const mia = { sub: 'mia', email: 'mia@example.org', email_verified: true, name: 'Mia Muster' }
const nameless = { sub: 'noa', email: 'noa.lind@example.org', email_verified: true }
const hidden = { sub: 'ola', email: 'ola@example.org', email_verified: false }
const idp = await startOidcIssuer({ accounts: [mia, nameless, hidden] })
afterAll(() => idp[Symbol.asyncDispose]())

type Clients = Pick<ReturnType<typeof createClients>, 'me'>

/** Returns whether the user is greeted by name, according to the settings and the user data. */
async function isGreetedByName({ me }: Clients): Promise<(boolean | null)[]> {
  return [(await me.settings({})).data.greet_by_name, (await me.me({})).data_user.greet_by_name]
}

describe('whether Home greets by name', () => {
  it('is unknown for an account that is named after its address', async () => {
    await using server = await testServer()
    expect(await isGreetedByName(await server.user('lena.brandt'))).toEqual([null, null])
  })

  it('is true when the user enters a name, even the one derived from the address', async () => {
    await using server = await testServer()
    const [lena, ben] = [await server.user('lena'), await server.user('ben')]
    expect((await lena.me.changeSettings({ body: { nickname: 'lena' } })).data.greet_by_name).toBe(true)
    expect(await isGreetedByName(lena)).toEqual([true, true])
    expect(await isGreetedByName(ben)).toEqual([null, null])
  })

  it('is false when the user has skipped the question, until a name is given', async () => {
    await using server = await testServer()
    const lena = await server.user('lena')
    await lena.me.changeSettings({ body: { greet_by_name: false } })
    expect(await isGreetedByName(lena)).toEqual([false, false])
    await lena.me.changeSettings({ body: { nickname: 'Lena' } })
    expect(await isGreetedByName(lena)).toEqual([true, true])
  })

  it('is reported to other open pages with the topic me', async () => {
    await using server = await testServer()
    const lena = await server.user('lena')
    const topics: string[] = []
    const published = Promise.withResolvers<void>()
    const unsubscribe = server.ctx.live.subscribeToAll(lena.id, ({ topic }) => {
      topics.push(topic)
      if (topic === 'settings') published.resolve()
    })
    await lena.me.changeSettings({ body: { greet_by_name: false } })
    await published.promise.finally(unsubscribe)
    expect(topics).toEqual(['me', 'settings'])
  })

  it('is true when the identity provider has given the name', async () => {
    await using server = await testServer({ settings: { ...idp.settings, SIGN_UP: 'open' } })
    await server.user('anna')
    const clientsOf = async (account: string) => {
      const { access_token } = await createSsoBrowser(server.url).signIn('house', (url) => idp.signIn(url, account))
      return createClients(server.url, { token: access_token })
    }
    expect(await isGreetedByName(await clientsOf('mia'))).toEqual([true, true])
    expect(await isGreetedByName(await clientsOf('noa'))).toEqual([null, null])
    expect(await isGreetedByName(await clientsOf('ola'))).toEqual([null, null])
  })

  it('is refused when it is neither true, false nor null', async () => {
    await using server = await testServer()
    const { me } = await server.user()
    const body = { greet_by_name: 'yes' } as unknown as { greet_by_name: boolean }
    expect(await expectRefusal(me.changeSettings({ body }))).toMatchObject({ httpStatus: 422 })
  })
})
