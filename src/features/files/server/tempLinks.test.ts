import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { secondServer } from '#test/world/secondServer.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

/** Creates a recording of a user, and links to it requested by two of the user's sessions. */
async function linked(w: World) {
  const anna = await w.as()
  const { id } = await w.file({ seconds: 2 })
  const { data } = await anna.account.signIn({ body: { email: anna.email, password: 'correct horse' } })
  const other = clientsOf(w.url, { token: data.access_token })
  const linkOf = async ({ files }: Pick<typeof anna, 'files'>) => (await files.tempUrl({ params: { id }, query: {} })).temp_url
  return { id, anna, other, otherToken: data.access_token, hers: await linkOf(anna), others: await linkOf(other), linkOf }
}

const statusOf = async (url: string) => {
  const [whole, part] = [await fetch(url), await fetch(url, { headers: { range: 'bytes=10-19' } })]
  await Promise.all([whole.arrayBuffer(), part.arrayBuffer()])
  return [whole.status, part.status]
}

describe('audio link of a session that ends', () => {
  it('stops working at sign-out; links of other sessions still work', async () => {
    await using w = await world()
    const { anna, hers, others } = await linked(w)
    expect([await statusOf(hers), await statusOf(others)]).toEqual([
      [200, 206],
      [200, 206],
    ])
    await anna.sessions.signOut({ body: {} })
    expect([await statusOf(hers), await statusOf(others)]).toEqual([
      [403, 403],
      [200, 206],
    ])
  })

  it('stops working when another session removes it', async () => {
    await using w = await world()
    const { anna, hers, others, otherToken } = await linked(w)
    await anna.sessions.remove({ body: { id: String(decodeJwt(otherToken)['sid']) } })
    expect([await statusOf(hers), await statusOf(others)]).toEqual([
      [200, 206],
      [403, 403],
    ])
  })

  it('stops working when the password changes, also for the session that changed it', async () => {
    await using w = await world()
    const { anna, hers, others, linkOf } = await linked(w)
    const body = { password: 'another horse', current_password: 'correct horse' }
    const { data } = await anna.proof.setPassword({ body })
    expect([await statusOf(hers), await statusOf(others)]).toEqual([
      [403, 403],
      [403, 403],
    ])
    expect(await statusOf(await linkOf(clientsOf(w.url, { token: data.access_token })))).toEqual([200, 206])
  })

  it('stops working when the account is deleted', async () => {
    await using w = await world()
    const { anna, hers, others } = await linked(w)
    await anna.me.remove({})
    for (const url of [hers, others]) expect(await statusOf(url)).toEqual([403, 403])
  })

  it('stops working in every server process', async () => {
    await using w = await world()
    const { anna, hers } = await linked(w)
    await using second = await secondServer(w)
    const there = hers.replace(w.url, second.url)
    expect(await statusOf(there)).toEqual([200, 206])
    await anna.sessions.signOut({ body: {} })
    expect(await statusOf(there)).toEqual([403, 403])
  })
})
