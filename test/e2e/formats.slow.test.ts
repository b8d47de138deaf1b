import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '#platform/sound/blocksOf.ts'
import { decodeSound } from '#platform/sound/decodeSound.ts'
import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { bytesSource } from './bytesSource.ts'
import { loudnessAlike } from './loudnessAlike.ts'
import type { Run } from './transcode-page/Run.ts'
import { TranscodePage } from './TranscodePage.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')
const SECONDS = 4

let page: TranscodePage
let source: Float32Array

beforeAll(async () => {
  page = await TranscodePage.open()
  source = await samplesOf(await readFile(join(FIXTURES, 'two-cities.wav')), 2000)
}, 120_000)
afterAll(() => page?.[Symbol.asyncDispose]())

const fixture = (name: string): string => join(FIXTURES, 'sound/formats', name)
const bytesOf = (name: string): Promise<Buffer> => readFile(fixture(name))
const askedFfmpeg = (): boolean => page.asked.some((path) => /ffmpeg/.test(path))

/** Returns the first four seconds, decoded as the server decodes stored sound. */
async function samplesOf(bytes: Buffer, from = 0): Promise<Float32Array> {
  for await (const block of blocksOf(decodeSound(bytesSource(bytes), { from }), SECONDS * SPEECH_RATE)) return block
  return new Float32Array(0)
}

const decoded = (made: Run): Promise<Float32Array> => samplesOf(Buffer.from(made.base64, 'base64'))

/** Whether ffmpeg is loaded for each format. uploadFormats.test.ts tests the other files of the folder through the whole app. */
const FORMATS = {
  'speech.m4a': false,
  'speech-vorbis.ogg': false,
  'speech.flac': false,
  'speech.mkv': false,
  'speech.amr': true,
} as const

describe('transcoding many formats in a real browser', () => {
  it.each(Object.entries(FORMATS))('keeps the loudness curve of %s (B§9)', async (name, byFfmpeg) => {
    page.asked.length = 0
    const made = await page.run(fixture(name))
    expect([made.failure, made.says]).toEqual([null, ''])
    expect(made.duration).toBeGreaterThan(3950)
    expect(made.duration).toBeLessThan(4250)
    expect(loudnessAlike(source, await decoded(made), SPEECH_RATE)).toBeGreaterThan(0.9)
    expect(askedFfmpeg()).toBe(byFfmpeg)
  })

  it('decodes with ffmpeg on a page without https, where the browser has no decoders', async () => {
    await page.load('far')
    expect(await page.page.evaluate(() => isSecureContext)).toBe(false)
    const made = await page.run(fixture('speech.m4a'))
    expect(made.failure).toBeNull()
    expect(loudnessAlike(source, await decoded(made), SPEECH_RATE)).toBeGreaterThan(0.9)
    expect(askedFfmpeg()).toBe(true)
    await page.load('near')
  })

  it("writes the same bytes into a file of the browser's storage as into a blob", async () => {
    for (const name of ['speech.m4a', 'speech.amr']) {
      const blob = await page.run(fixture(name))
      const stored = await page.run(fixture(name), { intoStore: true })
      expect([stored.failure, stored.duration, stored.base64 === blob.base64]).toEqual([null, blob.duration, true])
    }
  })
})

describe('transcoding failures', () => {
  it('reports noAudioTrack for a video without sound', async () => {
    expect(await page.run(fixture('silent.mp4'))).toMatchObject({ failure: 'noAudioTrack' })
  })

  it('reports locked for encrypted sound and does not load ffmpeg', async () => {
    await page.load('near')
    const locked = Buffer.from((await bytesOf('speech.m4a')).toString('latin1').replace('mp4a', 'drms'), 'latin1')
    expect(await page.run({ name: 'bought.m4p', buffer: locked })).toMatchObject({ failure: 'locked' })
    expect(askedFfmpeg()).toBe(false)
  })

  it('reports damaged for a file that ends before its index', async () => {
    const bytes = await bytesOf('speech.m4a')
    const broken = { name: 'broken.m4a', buffer: bytes.subarray(0, bytes.indexOf('moov') - 4) }
    expect(await page.run(broken)).toMatchObject({ failure: 'damaged' })
  })

  it.each(['speech.mpegts', 'speech.wma', 'speech.webm'])('transcodes the readable part of a truncated %s', async (name) => {
    const bytes = await bytesOf(name)
    const made = await page.run({ name, buffer: bytes.subarray(0, Math.floor(bytes.length * 0.6)) })
    expect(made.failure).toBeNull()
    expect(made.duration).toBeGreaterThan(1000)
    expect(made.duration).toBeLessThan(3500)
  })

  it('reports that a file without sound data cannot be read', async () => {
    const text = Buffer.from('.RMF and then nothing anybody has ever heard of '.repeat(200))
    expect(await page.run({ name: 'noise.rm', buffer: text })).toMatchObject({ failure: 'cannotRead' })
    const random = Buffer.from(Array.from({ length: 60_000 }, (_, n) => (n * 7919 + (n >> 3) * 31) % 256))
    expect((await page.run({ name: 'noise.avi', buffer: random })).failure).toMatch(/cannotRead|damaged|noAudioTrack/)
  })

  it('reports tooLong for six hours before decoding them, status -1 (B§5)', async () => {
    const hours = 6
    const webm = await bytesOf('speech.webm')
    // Duration, a float of eight bytes, in ms.
    webm.writeDoubleBE(hours * 3_600_000, webm.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3)
    expect(await page.run({ name: 'long.webm', buffer: webm })).toMatchObject({ failure: 'tooLong' })
    const wma = await bytesOf('speech.wma')
    // The play duration in the file properties, in units of 100 ns.
    const properties = wma.indexOf(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'))
    wma.writeBigUInt64LE(BigInt(hours * 3600) * 10_000_000n, properties + 64)
    expect(await page.run({ name: 'long.wma', buffer: wma })).toMatchObject({ failure: 'tooLong' })
  })

  it('transcodes 0.3 seconds; the queue reports that it is too short, status -7 (B§5)', async () => {
    const amr = (await bytesOf('speech.amr')).subarray(0, 6 + 15 * 20)
    const made = await page.run({ name: 'short.amr', buffer: amr })
    expect(made.failure).toBeNull()
    expect(made.duration).toBeLessThan(500)
  })

  it('reports notLoaded when ffmpeg cannot be fetched, status -9, and can be retried (B§4)', async () => {
    await page.load('near')
    page.missing.push(/ffmpeg-core/)
    expect(await page.run(fixture('speech.amr'))).toMatchObject({ failure: 'notLoaded' })
    page.missing.length = 0
    await page.load('near')
    expect(await page.run(fixture('speech.amr'))).toMatchObject({ failure: null })
  })
})
