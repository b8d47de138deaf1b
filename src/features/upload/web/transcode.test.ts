import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#kit/units.ts'
import { transcode } from './transcode.ts'
import type { TranscodeAnswer } from './worker/transcodeProtocol.ts'

/** A worker controlled by the test, because jsdom has no workers. */
class SaidWorker {
  static all: SaidWorker[] = []
  onmessage: (event: { data: TranscodeAnswer }) => void = () => {}
  onerror: (event: { message: string }) => void = () => {}
  ended = false
  readonly name: string
  asked: unknown
  constructor(url: URL) {
    this.name = /(\w+)Worker/.exec(url.href)![1]!
    SaidWorker.all.push(this)
  }
  postMessage(asked: unknown): void {
    this.asked = asked
  }
  terminate(): void {
    this.ended = true
  }
  say(data: TranscodeAnswer): void {
    this.onmessage({ data })
  }
}

const file = new Blob(['sound'])
const fails = (failure: string) => ({ type: 'failed', failure, says: failure }) as TranscodeAnswer
const begin = () => {
  const heard: number[] = []
  const work = transcode(file, (done) => heard.push(done))
  const failure = work.result.then(
    () => null,
    (error: { failure: string }) => error.failure,
  )
  return { ...work, heard, failure, browser: SaidWorker.all[0]! }
}
/** Waits for the second worker, which starts after the first one has failed. */
const second = async (): Promise<SaidWorker> => {
  await vi.waitFor(() => expect(SaidWorker.all).toHaveLength(2))
  return SaidWorker.all[1]!
}

beforeEach(() => {
  SaidWorker.all = []
  vi.stubGlobal('Worker', SaidWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the two transcoders (B§4)', () => {
  it('starts the second one only when the first fails, and terminates both', async () => {
    const { browser, result, heard } = begin()
    browser.say({ type: 'ready' })
    browser.say(fails('cannotRead'))
    const ffmpeg = await second()
    expect([browser.name, browser.ended, ffmpeg.name, ffmpeg.asked]).toEqual(['transcode', true, 'ffmpeg', browser.asked])
    ffmpeg.say({ type: 'ready' })
    ffmpeg.say({ type: 'progress', done: 500, duration: 1000 })
    ffmpeg.say({ type: 'finished', blob: file, duration: 1000 })
    expect(await result).toEqual({ blob: file, duration: 1000 })
    expect([heard, ffmpeg.ended]).toEqual([[500], true])
  })

  it.each(['locked', 'tooLong', 'noRoom', 'notLoaded'])(
    'does not start the second one when the first fails with %s',
    async (failure) => {
      const { browser, failure: failed } = begin()
      browser.say(fails(failure))
      expect([await failed, SaidWorker.all.length, browser.ended]).toEqual([failure, 1, true])
    },
  )

  it('fails with -9 when a worker cannot be loaded, and as damaged when it crashes', async () => {
    const first = begin()
    first.browser.onerror({ message: 'no network' })
    expect(await first.failure).toBe('notLoaded')
    SaidWorker.all = []
    const broken = begin()
    broken.browser.say({ type: 'ready' })
    broken.browser.onerror({ message: 'out of memory' })
    const ffmpeg = await second()
    ffmpeg.onerror({ message: 'no network' })
    expect(await broken.failure).toBe('notLoaded')
  })

  it('cancels whichever worker is running', async () => {
    const early = begin()
    early.cancel()
    expect([await early.failure, early.browser.ended, SaidWorker.all.length]).toEqual(['cancelled', true, 1])
    SaidWorker.all = []
    const late = begin()
    late.browser.say(fails('damaged'))
    const ffmpeg = await second()
    late.cancel()
    expect([await late.failure, ffmpeg.ended]).toEqual(['cancelled', true])
  })

  it('terminates a worker without progress for a minute, and allows more time while ffmpeg is loading', async () => {
    vi.useFakeTimers()
    const { browser, failure } = begin()
    browser.say({ type: 'ready' })
    await vi.advanceTimersByTimeAsync(minutes(0.9))
    browser.say({ type: 'progress', done: 1, duration: null })
    await vi.advanceTimersByTimeAsync(minutes(0.9))
    expect(browser.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(minutes(0.2))
    expect(browser.ended).toBe(true)
    const ffmpeg = SaidWorker.all[1]!
    await vi.advanceTimersByTimeAsync(minutes(9))
    expect(ffmpeg.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(minutes(1.1))
    expect([await failure, ffmpeg.ended]).toEqual(['notLoaded', true])
  })
})
