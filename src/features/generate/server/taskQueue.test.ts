import { describe, expect, it, vi } from 'vitest'
import { minutes } from '#shared/units.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { testServer } from '#test/server/testServer.ts'

/** Returns an engine that records its windows as "name second". `onWindow` runs before a window is saved. */
function recordingEngine(onWindow: (window: string) => Promise<void>) {
  const windows: string[] = []
  const scripted = scriptedSpeech()
  const speech: SpeechEngine = {
    ...scripted,
    transcribe: (pcm, options) =>
      scripted.transcribe(pcm, {
        ...options,
        onWindow: async (window) => {
          const name = `${options.label} ${window.start / 1000}`
          windows.push(name)
          await onWindow(name)
          return options.onWindow(window)
        },
      }),
  }
  return { speech, windows }
}

describe('the queue of transcriptions', () => {
  it('lets a short recording of another user pass after one window, and loses and doubles nothing', async () => {
    const engine = recordingEngine(async (window) => {
      if (window === 'long 10') await startShort()
    })
    await using server = await testServer({ speech: engine.speech })
    const [anna, ben] = [await server.user(), await server.user('ben')]
    const long = await server.uploadFile({ seconds: 60, name: 'long' })
    const short = await server.uploadFile({ seconds: 15, name: 'short', user: 'ben' })
    const startShort = async () => void (await ben.generate.transsumm({ params: { id: short.id }, body: {} }))
    await anna.generate.transsumm({ params: { id: long.id }, body: {} })
    await server.waitForJobs()
    expect(engine.windows).toEqual(['long 0', 'long 10', 'short 0', 'short 10', 'long 20', 'long 30', 'long 40', 'long 50'])
    const { status, data_result } = await anna.generate.transsumm({ params: { id: long.id }, body: {} })
    expect(status).toBe(1)
    const starts = data_result!.flatMap(({ words = [] }) => words.map(([start]) => start))
    expect(starts).toEqual(Array.from({ length: 120 }, (_, n) => n * 500))
    expect((await anna.membership.transactions({ query: {} })).data.total).toBe(1)
  })

  it('gives the worker to another user after a minute, however long the recordings are', async () => {
    const engine = recordingEngine(async (window) => {
      if (window === 'one 0') await startOther()
      server.clock.advance(minutes(window === 'one 20' ? 1 : 0))
    })
    await using server = await testServer({ speech: engine.speech })
    const [anna, ben] = [await server.user(), await server.user('ben')]
    const one = await server.uploadFile({ seconds: 40, name: 'one' })
    const two = await server.uploadFile({ seconds: 40, name: 'two', user: 'ben' })
    const startOther = async () => void (await ben.generate.transsumm({ params: { id: two.id }, body: {} }))
    await anna.generate.transsumm({ params: { id: one.id }, body: {} })
    await server.waitForJobs()
    expect(engine.windows.slice(0, 5)).toEqual(['one 0', 'one 10', 'one 20', 'two 0', 'two 10'])
    expect(engine.windows.at(-1)).toBe('one 30')
  })

  it('runs one recording of each user before the second of any', async () => {
    const engine = recordingEngine(async (window) => {
      if (window === 'first 0') await startOthers()
    })
    await using server = await testServer({ speech: engine.speech })
    const [anna, ben] = [await server.user(), await server.user('ben')]
    const files = await Promise.all(['first', 'second', 'third'].map((name) => server.uploadFile({ seconds: 5, name })))
    const bens = await server.uploadFile({ seconds: 5, name: 'bens', user: 'ben' })
    const startOthers = async () => {
      for (const { id } of files.slice(1)) await anna.generate.transsumm({ params: { id }, body: {} })
      await ben.generate.transsumm({ params: { id: bens.id }, body: {} })
    }
    await anna.generate.transsumm({ params: { id: files[0]!.id }, body: {} })
    await server.waitForJobs()
    expect(engine.windows).toEqual(['first 0', 'bens 0', 'second 0', 'third 0'])
  })
})

describe('telling speakers apart in a long recording', () => {
  it('runs beside the transcriptions of other recordings, and its task goes on with all words', async () => {
    const shortIsDone = Promise.withResolvers<void>()
    const engine = recordingEngine(async () => undefined)
    const separated: string[] = []
    const diarize: SpeechEngine['diarize'] = async (pcm, options) => {
      separated.push(options.label ?? '')
      if (options.label === 'speakers 3') await shortIsDone.promise
      return engine.speech.diarize(pcm, options)
    }
    await using server = await testServer({ speech: { ...engine.speech, diarize } })
    const [anna, ben] = [await server.user(), await server.user('ben')]
    const long = await server.uploadFile({ seconds: 601, name: 'speakers 3' })
    const short = await server.uploadFile({ seconds: 15, name: 'short', user: 'ben' })
    await anna.generate.transsumm({ params: { id: long.id }, body: {} })
    await vi.waitFor(() => expect(separated).toEqual(['speakers 3']), { timeout: 20_000 })
    await ben.generate.transsumm({ params: { id: short.id }, body: {} })
    await vi.waitFor(async () => {
      expect((await ben.generate.transsumm({ params: { id: short.id }, body: {} })).status).toBe(1)
    })
    expect((await anna.generate.status({})).data_tasks[0]).toMatchObject({ stage: 'separating' })
    shortIsDone.resolve()
    await server.waitForJobs()
    const { status, data_result } = await anna.generate.transsumm({ params: { id: long.id }, body: {} })
    expect(status).toBe(1)
    expect(new Set(data_result!.map(({ speaker }) => speaker)).size).toBe(3)
    expect(engine.windows.filter((window) => window.startsWith('speakers 3'))).toHaveLength(61)
    expect((await anna.membership.transactions({ query: {} })).data.total).toBe(1)
  })

  it('alone does not wait for transcriptions either', async () => {
    const shortIsDone = Promise.withResolvers<void>()
    const engine = recordingEngine(async () => shortIsDone.promise)
    await using server = await testServer({ speech: engine.speech })
    const [anna, ben] = [await server.user(), await server.user('ben')]
    const long = await server.uploadFile({ seconds: 601, name: 'speakers 2' })
    const segment = { id: '1', start_time: 0, end_time: 601_000, content: 'a few words here', speaker: '', original_speaker: '' }
    await anna.files.change({ params: { id: long.id }, body: { trans_result: [segment] } })
    const short = await server.uploadFile({ seconds: 15, name: 'short', user: 'ben' })
    await ben.generate.transsumm({ params: { id: short.id }, body: {} })
    await vi.waitFor(() => expect(engine.windows).toEqual(['short 0']), { timeout: 20_000 })
    await anna.generate.separateSpeakers({ params: { id: long.id }, body: { speakers: null } })
    await vi.waitFor(async () => expect((await anna.generate.status({})).data_tasks[0]).toMatchObject({ stage: 'done' }), {
      timeout: 20_000,
    })
    shortIsDone.resolve()
    await server.waitForJobs()
  })
})
