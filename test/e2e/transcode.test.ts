import { MPEGDecoder } from 'mpg123-decoder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMp3 } from '#features/upload/web/readMp3.ts'
import { decibelsAt, wavOf } from './tones.ts'
import type { Run } from './transcode-page/Run.ts'
import { TranscodePage } from './TranscodePage.ts'

let transcoding: TranscodePage

beforeAll(async () => void (transcoding = await TranscodePage.open()), 120_000)
afterAll(() => transcoding?.[Symbol.asyncDispose]())

const run = (name: string, buffer: Buffer, cancelAfter?: number): Promise<Run> =>
  transcoding.run({ name, buffer }, cancelAfter === undefined ? {} : { cancelAfter })

/** Returns the samples of the MP3 without the first and last second. */
async function decoded(made: Run): Promise<Float32Array> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(Buffer.from(made.base64, 'base64'))
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
    const made = await run('tones.wav', wavOf(tones, { sampleRate: 48_000, channels: 2, seconds: 12 }))
    expect(made.failure).toBeNull()
    expect(made.duration).toBe(12_000)
    const mp3 = Buffer.from(made.base64, 'base64')
    const facts = await readMp3(new Blob([mp3]))
    expect(facts).toMatchObject({ sampleRate: 16_000, channels: 1, bitsPerSecond: 48_000 })
    expect(facts!.duration).toBeGreaterThanOrEqual(12_000)
    expect(facts!.duration).toBeLessThan(12_200)
    expect(mp3.includes('Xing') || mp3.includes('Info')).toBe(false)

    const middle = await decoded(made)
    expect(decibelsAt(middle, 1000, 16_000)).toBeGreaterThan(-9.5)
    expect(decibelsAt(middle, 1000, 16_000)).toBeLessThan(-6.5)
    expect(decibelsAt(middle, 5000, 16_000)).toBeLessThan(-70)
  })

  it('reports progress and works in a worker', async () => {
    const workers: string[] = []
    transcoding.page.on('worker', (worker) => workers.push(worker.url()))
    const made = await run('tone.wav', wavOf([{ hertz: 440, loudness: 0.5 }], { sampleRate: 44_100, channels: 1, seconds: 20 }))
    expect(made.failure).toBeNull()
    expect(made.heard[0]).toEqual({ done: 0, duration: 20_000 })
    const done = made.heard.map((each) => each.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBeGreaterThan(18_000)
    expect(workers.some((url) => url.includes('transcodeWorker'))).toBe(true)
  })

  it('decodes long sound in several decoders without audible joins', async () => {
    const source = await run(
      'tone.wav',
      wavOf([{ hertz: 440, loudness: 0.5 }], { sampleRate: 16_000, channels: 1, seconds: 150 }),
    )
    const made = await run('tone.mp3', Buffer.from(source.base64, 'base64'))
    expect(made.failure).toBeNull()
    const bytes = Buffer.from(source.base64, 'base64')
    expect(made.duration).toBe((await readMp3(new Blob([bytes])))!.duration)
    // Each sample of a pure tone follows from the two before it. A bad join shows as one that does not.
    const [x, turn] = [await decoded(made), 2 * Math.cos((2 * Math.PI * 440) / 16_000)]
    const worst = x.reduce((most, value, n) => (n < 2 ? most : Math.max(most, Math.abs(value - turn * x[n - 1]! + x[n - 2]!))), 0)
    expect(worst).toBeLessThan(0.01)
  })

  it('decodes compressed sound and keeps its length and loudness', async () => {
    const source = await run('tone.wav', wavOf([{ hertz: 600, loudness: 0.5 }], { sampleRate: 44_100, channels: 2, seconds: 10 }))
    const made = await run('tone.mp3', Buffer.from(source.base64, 'base64'))
    expect(made.failure).toBeNull()
    expect(made.duration).toBeGreaterThan(9950)
    expect(made.duration).toBeLessThan(10_200)
    const loudness = decibelsAt(await decoded(made), 600, 16_000)
    expect(loudness).toBeGreaterThan(-7.5)
    expect(loudness).toBeLessThan(-5.5)
  })

  it('stops when it is cancelled', async () => {
    const made = await run(
      'tone.wav',
      wavOf([{ hertz: 440, loudness: 0.5 }], { sampleRate: 48_000, channels: 2, seconds: 30 }),
      2000,
    )
    expect(made.failure).toBe('cancelled')
    expect(made.heard.at(-1)!.done).toBeLessThan(10_000)
  })

  it('reports damaged for a file without samples', async () => {
    const made = await run('empty.wav', wavOf([], { sampleRate: 48_000, channels: 2, seconds: 0 }))
    expect(made.failure).toBe('damaged')
  })

  it('transcodes WAV over plain http without ffmpeg, since nothing has to be decoded', async () => {
    const tone = wavOf([{ hertz: 600, loudness: 0.5 }], { sampleRate: 44_100, channels: 2, seconds: 3 })
    const near = await run('tone.wav', tone)
    await transcoding.load('far')
    expect(await transcoding.page.evaluate(() => isSecureContext)).toBe(false)
    expect(await run('tone.wav', tone)).toMatchObject({ failure: null, duration: 3000, base64: near.base64 })
    expect(transcoding.asked.filter((path) => path.includes('ffmpeg'))).toEqual([])
  })
})
