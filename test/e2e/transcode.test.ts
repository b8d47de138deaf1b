import { MPEGDecoder } from 'mpg123-decoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMp3 } from '#features/upload/web/transcoding/readMp3.ts'
import { levelAt, createTonesWav } from '../fixtures/sound/toneLevels.ts'
import type { TranscodeRun } from './harness/transcode-page/TranscodeRun.ts'
import { TranscodeHarness } from './harness/TranscodeHarness.ts'

let harness: TranscodeHarness

beforeAll(async () => void (harness = await TranscodeHarness.open()), 120_000)
afterAll(() => harness?.[Symbol.asyncDispose]())

const run = (name: string, buffer: Buffer, cancelAfter?: number): Promise<TranscodeRun> =>
  harness.run({ name, buffer }, cancelAfter === undefined ? {} : { cancelAfter })

/** Returns the samples of the MP3 without the first and last second. */
async function decodeResult(result: TranscodeRun): Promise<Float32Array> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(Buffer.from(result.base64, 'base64'))
  decoder.free()
  expect(sampleRate).toBe(16_000)
  return channelData[0]!.subarray(sampleRate, -sampleRate)
}

describe('transcoding in a real browser', () => {
  it('makes a 16 kHz mono MP3 of constant bitrate and the length of its source, without aliasing (B§9)', async () => {
    const tones = [
      { hertz: 1000, loudness: 0.4 },
      { hertz: 11_000, loudness: 0.4 },
    ]
    const result = await run('tones.wav', createTonesWav(tones, { sampleRate: 48_000, channels: 2, seconds: 12 }))
    expect(result.failure).toBeNull()
    expect(result.duration).toBe(12_000)
    const mp3 = Buffer.from(result.base64, 'base64')
    const mp3Info = await readMp3(new Blob([mp3]))
    expect(mp3Info).toMatchObject({ sampleRate: 16_000, channels: 1, bitsPerSecond: 48_000 })
    expect(mp3Info!.duration).toBeGreaterThanOrEqual(12_000)
    expect(mp3Info!.duration).toBeLessThan(12_200)
    expect(mp3.includes('Xing') || mp3.includes('Info')).toBe(false)

    const middle = await decodeResult(result)
    expect(levelAt(middle, 1000, 16_000)).toBeGreaterThan(-9.5)
    expect(levelAt(middle, 1000, 16_000)).toBeLessThan(-6.5)
    expect(levelAt(middle, 5000, 16_000)).toBeLessThan(-70)
  })

  it('reports progress and works in a worker', async () => {
    const workers: string[] = []
    harness.page.on('worker', (worker) => workers.push(worker.url()))
    const result = await run(
      'tone.wav',
      createTonesWav([{ hertz: 440, loudness: 0.5 }], { sampleRate: 44_100, channels: 1, seconds: 20 }),
    )
    expect(result.failure).toBeNull()
    expect(result.progress[0]).toEqual({ done: 0, duration: 20_000 })
    const done = result.progress.map((report) => report.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBeGreaterThan(18_000)
    expect(workers.some((url) => url.includes('transcodeWorker'))).toBe(true)
  })

  it('decodes long audio in several decoders without audible joins', async () => {
    const source = await run(
      'tone.wav',
      createTonesWav([{ hertz: 440, loudness: 0.5 }], { sampleRate: 16_000, channels: 1, seconds: 150 }),
    )
    const result = await run('tone.mp3', Buffer.from(source.base64, 'base64'))
    expect(result.failure).toBeNull()
    const bytes = Buffer.from(source.base64, 'base64')
    expect(result.duration).toBe((await readMp3(new Blob([bytes])))!.duration)
    // Each sample of a pure tone follows from the two before it. At a bad join, one does not.
    const [samples, coefficient] = [await decodeResult(result), 2 * Math.cos((2 * Math.PI * 440) / 16_000)]
    const maxError = samples.reduce(
      (max, value, n) => (n < 2 ? max : Math.max(max, Math.abs(value - coefficient * samples[n - 1]! + samples[n - 2]!))),
      0,
    )
    expect(maxError).toBeLessThan(0.01)
  })

  it('decodes compressed audio and keeps its duration and loudness', async () => {
    const source = await run(
      'tone.wav',
      createTonesWav([{ hertz: 600, loudness: 0.5 }], { sampleRate: 44_100, channels: 2, seconds: 10 }),
    )
    const result = await run('tone.mp3', Buffer.from(source.base64, 'base64'))
    expect(result.failure).toBeNull()
    expect(result.duration).toBeGreaterThan(9950)
    expect(result.duration).toBeLessThan(10_200)
    const loudness = levelAt(await decodeResult(result), 600, 16_000)
    expect(loudness).toBeGreaterThan(-7.5)
    expect(loudness).toBeLessThan(-5.5)
  })

  it('stops when it is cancelled', async () => {
    const result = await run(
      'tone.wav',
      createTonesWav([{ hertz: 440, loudness: 0.5 }], { sampleRate: 48_000, channels: 2, seconds: 30 }),
      2000,
    )
    expect(result.failure).toBe('cancelled')
    expect(result.progress.at(-1)!.done).toBeLessThan(10_000)
  })

  it('reports damaged for a file without samples', async () => {
    const result = await run('empty.wav', createTonesWav([], { sampleRate: 48_000, channels: 2, seconds: 0 }))
    expect(result.failure).toBe('damaged')
  })

  it('transcodes WAV over plain http without ffmpeg, since nothing has to be decoded', async () => {
    const tone = createTonesWav([{ hertz: 600, loudness: 0.5 }], { sampleRate: 44_100, channels: 2, seconds: 3 })
    const secureResult = await run('tone.wav', tone)
    await harness.load('far')
    expect(await harness.page.evaluate(() => isSecureContext)).toBe(false)
    expect(await run('tone.wav', tone)).toMatchObject({ failure: null, duration: 3000, base64: secureResult.base64 })
    expect(harness.requestedPaths.filter((path) => path.includes('ffmpeg'))).toEqual([])
  })
})
