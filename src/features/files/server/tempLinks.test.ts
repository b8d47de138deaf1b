import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { secondServer } from '#test/world/secondServer.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

/** A recording of anna's, and links to it asked for by two sessions of hers. */
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

describe('a link to the sound of a recording ends with the session that asked for it', () => {
  it('at once when it signs out; links of other sessions stay', async () => {
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

  it('at once when another session removes it', async () => {
    await using w = await world()
    const { anna, hers, others, otherToken } = await linked(w)
    await anna.sessions.remove({ body: { id: String(decodeJwt(otherToken)['sid']) } })
    expect([await statusOf(hers), await statusOf(others)]).toEqual([
      [200, 206],
      [403, 403],
    ])
  })

  it('at once when the password is changed: the session that did so asks for a new one', async () => {
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

  it('at once when the account is deleted', async () => {
    await using w = await world()
    const { anna, hers, others } = await linked(w)
    await anna.me.remove({})
    for (const url of [hers, others]) expect(await statusOf(url)).toEqual([403, 403])
  })

  it('in every process, whichever one the link came from', async () => {
    await using w = await world()
    const { anna, hers } = await linked(w)
    await using second = await secondServer(w)
    const there = hers.replace(w.url, second.url)
    expect(await statusOf(there)).toEqual([200, 206])
    await anna.sessions.signOut({ body: {} })
    expect(await statusOf(there)).toEqual([403, 403])
  })
})
