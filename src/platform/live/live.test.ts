import { describe, expect, it } from 'vitest'
import { days } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type World, world } from '#test/world/world.ts'

/** Reads events as a browser does, until `isComplete` returns true. */
async function heardUntil(
  w: World,
  token: string,
  enough: (events: string[]) => boolean,
  meanwhile: () => Promise<unknown>,
): Promise<string[]> {
  const answer = await fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  await meanwhile()
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split('\n\n').filter((event) => event.startsWith('event: '))
    if (enough(events)) return events
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
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const hers = await w.file({ as: 'anna' })
    const his = await w.file({ as: 'ben' })
    const events = await heardUntil(
      w,
      ben.token,
      (all) => all.some((event) => event.includes('"stage":"done"')),
      async () => {
        await anna.generate.transsumm({ params: { id: hers.id }, body: {} })
        await ben.generate.transsumm({ params: { id: his.id }, body: {} })
      },
    )
    const tasks = events
      .filter((event) => event.startsWith('event: task'))
      .map((event) => JSON.parse(event.split('data: ')[1] ?? '') as { id: string })
    expect(tasks.length).toBeGreaterThan(1)
    expect(new Set(tasks.map((task) => task.id))).toEqual(new Set([his.id]))
  })

  it('ends when its session signs out, and stays open for other sessions', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const { data } = await anna.account.signIn({ body: { email: anna.email, password: 'correct horse' } })
    const open = (token: string) => fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    const [ending, staying] = [await open(anna.token), await open(data.access_token)]
    await anna.sessions.signOut({ body: {} })
    expect(await ending.text()).toBe(': hello\n\n')
    anna.credentials.token = data.access_token
    await anna.folders.create({ body: { name: 'Only for who is signed in' } })
    expect(await readUntil(staying, 'folders')).toContain('event: folders')
  })

  it('ends when its session expires, even without events', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    const answer = await fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${anna.token}` } })
    w.clock.pass(days(15) + 1000)
    expect(await answer.text()).toContain(': hello')
  })

  it('does not keep the server from stopping', async () => {
    const w = await world()
    const { token } = await w.as()
    const answer = await fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    await w[Symbol.asyncDispose]()
    expect(await answer.text()).toBe(': hello\n\n')
  })

  it('allows ten streams per account; the eleventh replaces the oldest, which gets an event', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const open = ({ token }: { token: string }) => fetch(`${w.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    const tenTimes = async (user: { token: string }) => {
      const streams: Response[] = []
      for (let n = 0; n < 10; n++) streams.push(await open(user))
      return streams
    }
    const [hers, [oldest, ...his]] = [await tenTimes(anna), await tenTimes(ben)]
    his.push(await open(ben))
    expect(await oldest!.text()).toBe(': hello\n\nevent: replaced\ndata: {}\n\n')
    await anna.folders.create({ body: { name: 'Ten hear of it' } })
    await ben.folders.create({ body: { name: 'The last ten hear of it' } })
    const texts = await Promise.all([...hers, ...his].map((stream) => readUntil(stream, 'folders')))
    expect(texts.filter((text) => text.includes('event: folders'))).toHaveLength(20)
  })

  it('returns 401 without a session', async () => {
    await using w = await world()
    expect((await fetch(`${w.url}/api/live`)).status).toBe(401)
  })

  it('continues after the database has dropped its connection', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    await executeSql(
      w.ground.db,
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen earshot_live%' and datname = current_database()`,
    )
    const events = await heardUntil(
      w,
      anna.token,
      (all) => all.some((event) => event.startsWith('event: folders')),
      async () => {
        // Reconnects within half a second. Events in between are lost and would be read by polling.
        for (let n = 0; n < 20; n++) {
          await anna.folders.create({ body: { name: `Folder ${n}` } })
          await systemClock.wait(100)
        }
      },
    )
    expect(events.length).toBeGreaterThan(0)
  })
})
