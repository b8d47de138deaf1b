import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { decodeLiveJob } from './liveWords.ts'
import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { User } from '#test/server/user.ts'
import { liveWordsTopic } from '../../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => server[Symbol.asyncDispose]())

const piece = createSilentMp3(4)

async function startRecording(user: User, { filename = 'Standup', on = server } = {}) {
  // By then, earlier recordings no longer use this worker.
  on.clock.advance(minutes(1))
  const recording_id = randomBytes(16).toString('hex')
  await user.recorder.begin({ body: { recording_id, filename, start_time: on.clock.now().getTime() } })
  const params = { recording_id }
  const put = async (number: number, liveWords: string | null = 'on') => {
    const response = await fetch(`${on.url}/api/file/recording/${recording_id}/piece/${number}`, {
      method: 'PUT',
      body: piece,
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'audio/mpeg',
        'x-piece-md5': createHash('md5').update(piece).digest('hex'),
        'x-piece-duration': '4000',
        ...(liveWords && { 'x-live-words': liveWords }),
      },
    })
    return response.status
  }
  /** Sends pieces in order; each is decoded before the next one is sent. */
  const send = async (...numbers: number[]) => {
    for (const number of numbers) {
      expect(await put(number)).toBe(200)
      await server.waitForJobs()
    }
  }
  const words = async (from = 0) => (await user.recorder.words({ params, query: { from } })).data
  return { recording_id, params, put, send, words }
}

const OFF = { status: 'off', lines: [], total: 0, tail: null }

describe('live words of a recording', () => {
  it('appear while it is being made, are confirmed by the next piece, and vanish when it becomes a file', async () => {
    const user = await server.user()
    const { params, send, words } = await startRecording(user)
    await send(1)
    const first = await words()
    expect(first).toMatchObject({ status: 'running', total: 0, tail: { start: 0, is_new_line: true } })
    expect(first.tail?.text).toMatch(/^We meet on Tuesday to settle the budget\./)
    await send(2, 3)
    const later = await words()
    expect(later.lines[0]).toMatchObject({ start: 0 })
    expect(later.lines.map(({ text }) => text).join(' ')).toMatch(
      /^We meet on Tuesday to settle the budget\. Anna writes the minutes/,
    )
    expect(later.tail?.text.length).toBeGreaterThan(0)
    expect((await words(later.total)).lines).toEqual([])
    const spoken = [...later.lines.map(({ text }) => text), later.tail?.text].join(' ').replaceAll(/\s+/g, ' ')
    const script = 'We meet on Tuesday to settle the budget. Anna writes the minutes and Ben calls the printer. '
    expect(script.repeat(3)).toContain(spoken)
    await user.recorder.finish({ params, body: {} })
    expect(await words()).toEqual(OFF)
  })

  it('continue for many pieces without repeating or losing a word', async () => {
    const { send, words } = await startRecording(await server.user())
    await send(...Array.from({ length: 12 }, (_, index) => index + 1))
    const { lines, tail } = await words()
    const spoken = [...lines.map(({ text }) => text), tail?.text].join(' ').replaceAll(/\s+/g, ' ').trim()
    const script = 'We meet on Tuesday to settle the budget. Anna writes the minutes and Ben calls the printer. '
    expect(script.repeat(10).startsWith(spoken)).toBe(true)
    expect(spoken.split(' ').length).toBeGreaterThan(90)
  })

  it('are not decoded for pieces that are sent without them, and restart where they are switched on', async () => {
    const { put, send, words } = await startRecording(await server.user())
    expect(await put(1, null)).toBe(200)
    await server.waitForJobs()
    expect(await words()).toEqual(OFF)
    await send(2)
    expect((await words()).tail).toMatchObject({ start: 4000 })
    expect(await put(3, null)).toBe(200)
    await server.waitForJobs()
    expect(await words()).toEqual(OFF)
    expect(await put(4, 'yes')).toBe(422)
  })

  it('are not decoded when the operator has switched them off', async () => {
    await using quiet = await testServer({ settings: { LIVE_WORDS: 'off' }, runsJobs: false })
    const { put, words } = await startRecording(await quiet.user(), { on: quiet })
    expect(await put(1)).toBe(200)
    expect(await words()).toEqual({ ...OFF, status: 'unavailable' })
    expect(await quiet.ctx.jobs.listWaiting(decodeLiveJob)).toEqual([])
  })

  it('belong to one account only', async () => {
    const { params, send } = await startRecording(await server.user())
    await send(1)
    const other = await server.user('ben')
    await expect(other.recorder.words({ params, query: {} })).rejects.toMatchObject({ httpStatus: 404 })
    await expect(other.recorder.words({ params: { recording_id: 'x' }, query: {} })).rejects.toMatchObject({ httpStatus: 422 })
  })

  it('are published to the account of the recording, and to no other one', async () => {
    const [user, other] = [await server.user(), await server.user('ben')]
    const events: string[] = []
    const unsubscribes = [user, other].map(({ id }) =>
      server.ctx.live.subscribe(liveWordsTopic, id, (payload) => void events.push(`${id} ${payload.id}`)),
    )
    const { recording_id, send } = await startRecording(user)
    await send(1)
    await expect.poll(() => events).toEqual([`${user.id} ${recording_id}`])
    for (const unsubscribe of unsubscribes) unsubscribe()
  })

  it('are deleted when the recording is discarded', async () => {
    const user = await server.user()
    const { params, send, words } = await startRecording(user)
    await send(1)
    await user.recorder.discard({ params })
    expect(await words()).toEqual(OFF)
    await server.waitForJobs()
  })

  it('continue with the next pieces after the engine has failed', async () => {
    const { send, words } = await startRecording(await server.user(), { filename: 'fails engine-died' })
    await send(1, 2)
    expect(await words()).toMatchObject({ status: 'running', lines: [], tail: null })
  })

  it('have the language of the settings, and are unavailable when the engine does not support it', async () => {
    const user = await server.user('carla')
    await user.me.changeSettings({ body: { trans_language: 'fr' } })
    const { send, words } = await startRecording(user)
    await send(1, 2)
    expect(await words()).toEqual({ ...OFF, status: 'unavailable' })
    await user.me.changeSettings({ body: { trans_language: 'ja' } })
    const inJapanese = await startRecording(user)
    await inJapanese.send(1)
    // Written without spaces.
    expect((await inJapanese.words()).tail?.text).toMatch(/^WemeetonTuesday/)
  })

  it('pause when the engine takes too long', async () => {
    const { put, words } = await startRecording(await server.user(), { filename: 'hang' })
    await put(1)
    const statusLater = async () => {
      server.clock.advance(seconds(31))
      return (await words()).status
    }
    await expect.poll(statusLater).toBe('paused')
  })

  it('are decoded for one recording at a time, and for the next one when that has paused', async () => {
    const user = await server.user()
    const [first, second] = [await startRecording(user), await startRecording(await server.user('ben'))]
    await first.send(1)
    await second.send(1)
    expect(await second.words()).toMatchObject({ status: 'taken', lines: [], tail: null })
    server.clock.advance(seconds(21))
    await second.send(2)
    expect(await second.words()).toMatchObject({ status: 'running', tail: { start: 4000 } })
  })
})
