import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { startSecondServer } from '#test/server/startSecondServer.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Creates a recording of a user, and links to it requested by two of the user's sessions. */
async function createLinks(w: TestServer) {
  const user = await w.user()
  const { id } = await w.uploadFile({ seconds: 2 })
  const { data } = await user.account.signIn({ body: { email: user.email, password: 'correct horse' } })
  const otherSession = createClients(w.url, { token: data.access_token })
  const requestLink = async ({ files }: Pick<typeof user, 'files'>) =>
    (await files.tempUrl({ params: { id }, query: {} })).temp_url
  return {
    id,
    user,
    otherSession,
    otherToken: data.access_token,
    link: await requestLink(user),
    otherLink: await requestLink(otherSession),
    requestLink,
  }
}

const statusOf = async (url: string) => {
  const [full, part] = [await fetch(url), await fetch(url, { headers: { range: 'bytes=10-19' } })]
  await Promise.all([full.arrayBuffer(), part.arrayBuffer()])
  return [full.status, part.status]
}

describe('audio link of a session that ends', () => {
  it('stops working at sign-out; links of other sessions still work', async () => {
    await using w = await testServer()
    const { user, link, otherLink } = await createLinks(w)
    expect([await statusOf(link), await statusOf(otherLink)]).toEqual([
      [200, 206],
      [200, 206],
    ])
    await user.sessions.signOut({ body: {} })
    expect([await statusOf(link), await statusOf(otherLink)]).toEqual([
      [403, 403],
      [200, 206],
    ])
  })

  it('stops working when another session removes it', async () => {
    await using w = await testServer()
    const { user, link, otherLink, otherToken } = await createLinks(w)
    await user.sessions.remove({ body: { id: String(decodeJwt(otherToken)['sid']) } })
    expect([await statusOf(link), await statusOf(otherLink)]).toEqual([
      [200, 206],
      [403, 403],
    ])
  })

  it('stops working when the password changes, also for the session that changed it', async () => {
    await using w = await testServer()
    const { user, link, otherLink, requestLink } = await createLinks(w)
    const body = { password: 'another horse', current_password: 'correct horse' }
    const { data } = await user.proof.setPassword({ body })
    expect([await statusOf(link), await statusOf(otherLink)]).toEqual([
      [403, 403],
      [403, 403],
    ])
    expect(await statusOf(await requestLink(createClients(w.url, { token: data.access_token })))).toEqual([200, 206])
  })

  it('stops working when the account is deleted', async () => {
    await using w = await testServer()
    const { user, link, otherLink } = await createLinks(w)
    await user.me.remove({})
    for (const url of [link, otherLink]) expect(await statusOf(url)).toEqual([403, 403])
  })

  it('stops working in every server process', async () => {
    await using w = await testServer()
    const { user, link } = await createLinks(w)
    await using second = await startSecondServer(w)
    const secondUrl = link.replace(w.url, second.url)
    expect(await statusOf(secondUrl)).toEqual([200, 206])
    await user.sessions.signOut({ body: {} })
    expect(await statusOf(secondUrl)).toEqual([403, 403])
  })
})
