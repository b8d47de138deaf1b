import { describe, expect, it } from 'vitest'
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
