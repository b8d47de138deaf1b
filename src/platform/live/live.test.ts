import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Reads events as a browser does, until `isComplete` returns true. */
async function collectEvents(
  server: TestServer,
  token: string,
  isComplete: (events: string[]) => boolean,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const response = await fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  await action()
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split('\n\n').filter((event) => event.startsWith('event: '))
    if (isComplete(events)) return events
  }
  throw new Error(`the channel ended after ${text}`)
}

/** Reads a stream until it contains an event and returns the text. */
async function readUntil(stream: Response, event: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes(`event: ${event}`)) break
  }
  return text
}

describe('the live channel', () => {
  it('sends the state of a task to its owner and to no other user', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const userFile = await server.uploadFile({ user: 'anna' })
    const otherFile = await server.uploadFile({ user: 'ben' })
    const events = await collectEvents(
      server,
      otherUser.token,
      (all) => all.some((event) => event.includes('"stage":"done"')),
      async () => {
        await user.generate.transsumm({ params: { id: userFile.id }, body: {} })
        await otherUser.generate.transsumm({ params: { id: otherFile.id }, body: {} })
      },
    )
    const tasks = events
      .filter((event) => event.startsWith('event: task'))
      .map((event) => JSON.parse(event.split('data: ')[1] ?? '') as { id: string })
    expect(tasks.length).toBeGreaterThan(1)
    expect(new Set(tasks.map((task) => task.id))).toEqual(new Set([otherFile.id]))
  })

  it('ends when its session signs out, and stays open for other sessions', async () => {
    await using server = await testServer()
    const user = await server.user('anna')
    const { data } = await user.account.signIn({ body: { email: user.email, password: 'correct horse' } })
    const openStream = (token: string) => fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    const [endingStream, keepStreamOpen] = [await openStream(user.token), await openStream(data.access_token)]
    await user.sessions.signOut({ body: {} })
    expect(await endingStream.text()).toBe(': hello\n\n')
    user.credentials.token = data.access_token
    await user.folders.create({ body: { name: 'Only for signed-in users' } })
    expect(await readUntil(keepStreamOpen, 'folders')).toContain('event: folders')
  })

  it('ends when its session expires, even without events', async () => {
    await using server = await testServer()
    const user = await server.user('anna')
    const response = await fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${user.token}` } })
    server.clock.advance(days(15) + 1000)
    expect(await response.text()).toContain(': hello')
  })

  it('does not keep the server from stopping', async () => {
    const server = await testServer({ dedicated: true })
    const { token } = await server.user()
    const response = await fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    await server[Symbol.asyncDispose]()
    expect(await response.text()).toBe(': hello\n\n')
  })

  it('allows ten streams per account; the eleventh replaces the oldest, which gets an event', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const openStream = ({ token }: { token: string }) =>
      fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    const tenTimes = async (account: { token: string }) => {
      const streams: Response[] = []
      for (let n = 0; n < 10; n++) streams.push(await openStream(account))
      return streams
    }
    const [userFile, [oldest, ...otherFile]] = [await tenTimes(user), await tenTimes(otherUser)]
    otherFile.push(await openStream(otherUser))
    expect(await oldest!.text()).toBe(': hello\n\nevent: replaced\ndata: {}\n\n')
    await user.folders.create({ body: { name: 'Ten are notified' } })
    await otherUser.folders.create({ body: { name: 'The last ten are notified' } })
    const texts = await Promise.all([...userFile, ...otherFile].map((stream) => readUntil(stream, 'folders')))
    expect(texts.filter((text) => text.includes('event: folders'))).toHaveLength(20)
  })

  it('returns 401 without a session', async () => {
    await using server = await testServer()
    expect((await fetch(`${server.url}/api/live`)).status).toBe(401)
  })

  it('continues after the database has dropped its connection', async () => {
    await using server = await testServer({ dedicated: true })
    const user = await server.user('anna')
    await executeSql(
      server.ctx.db,
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen earshot_live%' and datname = current_database()`,
    )
    const events = await collectEvents(
      server,
      user.token,
      (all) => all.some((event) => event.startsWith('event: folders')),
      async () => {
        // Reconnects within half a second. Events in between are lost and would be read by polling.
        for (let n = 0; n < 20; n++) {
          await user.folders.create({ body: { name: `Folder ${n}` } })
          await systemClock.wait(100)
        }
      },
    )
    expect(events.length).toBeGreaterThan(0)
  })
})
