import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#shared/units.ts'
import { transcode } from './transcode.ts'
import type { TranscodeResponse } from './worker/transcodeProtocol.ts'

/** A worker controlled by the test, because jsdom has no workers. */
class FakeWorker {
  static all: FakeWorker[] = []
  onmessage: (event: { data: TranscodeResponse }) => void = () => {}
  onerror: (event: { message: string }) => void = () => {}
  isTerminated = false
  readonly name: string
  request: unknown
  constructor(url: URL) {
    this.name = /(\w+)Worker/.exec(url.href)![1]!
    FakeWorker.all.push(this)
  }
  postMessage(request: unknown): void {
    this.request = request
  }
  terminate(): void {
    this.isTerminated = true
  }
  emit(data: TranscodeResponse): void {
    this.onmessage({ data })
  }
}

const file = new Blob(['sound'])
const failedResponse = (failure: string) => ({ type: 'failed', failure, message: failure }) as TranscodeResponse
const startTranscode = () => {
  const progress: number[] = []
  const transcoding = transcode(file, (done) => progress.push(done))
  const failure = transcoding.result.then(
    () => null,
    (error: { failure: string }) => error.failure,
  )
  return { ...transcoding, progress, failure, browser: FakeWorker.all[0]! }
}
/** Waits for the second worker, which starts after the first one has failed. */
const secondWorker = async (): Promise<FakeWorker> => {
  await vi.waitFor(() => expect(FakeWorker.all).toHaveLength(2))
  return FakeWorker.all[1]!
}

beforeEach(() => {
  FakeWorker.all = []
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the two transcoders (B§4)', () => {
  it('starts the second one only when the first fails, and terminates both', async () => {
    const { browser, result, progress } = startTranscode()
    browser.emit({ type: 'ready' })
    browser.emit(failedResponse('cannotRead'))
    const ffmpeg = await secondWorker()
    expect([browser.name, browser.isTerminated, ffmpeg.name, ffmpeg.request]).toEqual([
      'transcode',
      true,
      'ffmpeg',
      browser.request,
    ])
    ffmpeg.emit({ type: 'ready' })
    ffmpeg.emit({ type: 'progress', done: 500, duration: 1000 })
    ffmpeg.emit({ type: 'finished', blob: file, duration: 1000, tracks: { mixed: 2, leftOut: 1 }, channelSpans: null })
    expect(await result).toEqual({ blob: file, duration: 1000, tracks: { mixed: 2, leftOut: 1 }, channelSpans: null })
    expect([progress, ffmpeg.isTerminated]).toEqual([[500], true])
  })

  it.each(['locked', 'tooLong', 'noRoom', 'notLoaded'])(
    'does not start the second one when the first fails with %s',
    async (failure) => {
      const { browser, failure: failureKind } = startTranscode()
      browser.emit(failedResponse(failure))
      expect([await failureKind, FakeWorker.all.length, browser.isTerminated]).toEqual([failure, 1, true])
    },
  )

  it('fails with -9 when a worker cannot be loaded, and as damaged when it crashes', async () => {
    const firstRun = startTranscode()
    firstRun.browser.onerror({ message: 'no network' })
    expect(await firstRun.failure).toBe('notLoaded')
    FakeWorker.all = []
    const crashedRun = startTranscode()
    crashedRun.browser.emit({ type: 'ready' })
    crashedRun.browser.onerror({ message: 'out of memory' })
    const ffmpeg = await secondWorker()
    ffmpeg.onerror({ message: 'no network' })
    expect(await crashedRun.failure).toBe('notLoaded')
  })

  it('cancels whichever worker is running', async () => {
    const firstRun = startTranscode()
    firstRun.cancel()
    expect([await firstRun.failure, firstRun.browser.isTerminated, FakeWorker.all.length]).toEqual(['cancelled', true, 1])
    FakeWorker.all = []
    const secondRun = startTranscode()
    secondRun.browser.emit(failedResponse('damaged'))
    const ffmpeg = await secondWorker()
    secondRun.cancel()
    expect([await secondRun.failure, ffmpeg.isTerminated]).toEqual(['cancelled', true])
  })

  it('terminates a worker without progress for a minute, and allows more time while ffmpeg is loading', async () => {
    vi.useFakeTimers()
    const { browser, failure } = startTranscode()
    browser.emit({ type: 'ready' })
    await vi.advanceTimersByTimeAsync(minutes(0.9))
    browser.emit({ type: 'progress', done: 1, duration: null })
    await vi.advanceTimersByTimeAsync(minutes(0.9))
    expect(browser.isTerminated).toBe(false)
    await vi.advanceTimersByTimeAsync(minutes(0.2))
    expect(browser.isTerminated).toBe(true)
    const ffmpeg = FakeWorker.all[1]!
    await vi.advanceTimersByTimeAsync(minutes(9))
    expect(ffmpeg.isTerminated).toBe(false)
    await vi.advanceTimersByTimeAsync(minutes(1.1))
    expect([await failure, ffmpeg.isTerminated]).toEqual(['notLoaded', true])
  })
})
