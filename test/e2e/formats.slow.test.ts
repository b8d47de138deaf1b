import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rechunk, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { bytesSource, loudnessCorrelation } from '../fixtures/sound/loudnessCorrelation.ts'
import type { TranscodeRun } from './harness/transcode-page/TranscodeRun.ts'
import { TranscodeHarness } from './harness/TranscodeHarness.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')
const SECONDS = 4

let harness: TranscodeHarness
let source: Float32Array

beforeAll(async () => {
  harness = await TranscodeHarness.open()
  source = await decodeSamples(await readFile(join(FIXTURES, 'two-cities.wav')), 2000)
}, 120_000)
afterAll(() => harness?.[Symbol.asyncDispose]())

const fixturePath = (name: string): string => join(FIXTURES, 'sound/formats', name)
const readFixture = (name: string): Promise<Buffer> => readFile(fixturePath(name))
const loadedFfmpeg = (): boolean => harness.requestedPaths.some((path) => /ffmpeg/.test(path))

/** Returns the first four seconds, decoded as the server decodes stored audio. */
async function decodeSamples(bytes: Buffer, from = 0): Promise<Float32Array> {
  for await (const block of rechunk(decodeAudio(bytesSource(bytes), { from }), SECONDS * SPEECH_SAMPLE_RATE)) return block
  return new Float32Array(0)
}

const decodeRun = (run: TranscodeRun): Promise<Float32Array> => decodeSamples(Buffer.from(run.base64, 'base64'))

/** Whether ffmpeg is loaded for each format. uploadFormats.slow.test.ts tests the other files of the folder through the whole app. */
const FORMATS = {
  'speech.m4a': false,
  'speech-vorbis.ogg': false,
  'speech.flac': false,
  'speech.mkv': false,
  'speech.amr': true,
} as const

describe('transcoding many formats in a real browser', () => {
  it.each(Object.entries(FORMATS))('keeps the loudness curve of %s (B§9)', async (name, usesFfmpeg) => {
    harness.requestedPaths.length = 0
    const run = await harness.run(fixturePath(name))
    expect([run.failure, run.message]).toEqual([null, ''])
    expect(run.duration).toBeGreaterThan(3950)
    expect(run.duration).toBeLessThan(4250)
    expect(loudnessCorrelation(source, await decodeRun(run), SPEECH_SAMPLE_RATE)).toBeGreaterThan(0.9)
    expect(loadedFfmpeg()).toBe(usesFfmpeg)
  })

  it('decodes with ffmpeg on a page without https, where the browser has no decoders', async () => {
    await harness.load('far')
    expect(await harness.page.evaluate(() => isSecureContext)).toBe(false)
    const run = await harness.run(fixturePath('speech.m4a'))
    expect(run.failure).toBeNull()
    expect(loudnessCorrelation(source, await decodeRun(run), SPEECH_SAMPLE_RATE)).toBeGreaterThan(0.9)
    expect(loadedFfmpeg()).toBe(true)
    await harness.load('near')
  })

  it("writes the same bytes into a file of the browser's storage as into a blob", async () => {
    for (const name of ['speech.m4a', 'speech.amr']) {
      const blob = await harness.run(fixturePath(name))
      const stored = await harness.run(fixturePath(name), { toStorage: true })
      expect([stored.failure, stored.duration, stored.base64 === blob.base64]).toEqual([null, blob.duration, true])
    }
  })
})

describe('transcoding failures', () => {
  it('reports noAudioTrack for a video without sound', async () => {
    expect(await harness.run(fixturePath('silent.mp4'))).toMatchObject({ failure: 'noAudioTrack' })
  })

  it('reports locked for encrypted sound and does not load ffmpeg', async () => {
    await harness.load('near')
    const locked = Buffer.from((await readFixture('speech.m4a')).toString('latin1').replace('mp4a', 'drms'), 'latin1')
    expect(await harness.run({ name: 'bought.m4p', buffer: locked })).toMatchObject({ failure: 'locked' })
    expect(loadedFfmpeg()).toBe(false)
  })

  it('reports damaged for a file that ends before its index', async () => {
    const bytes = await readFixture('speech.m4a')
    const broken = { name: 'broken.m4a', buffer: bytes.subarray(0, bytes.indexOf('moov') - 4) }
    expect(await harness.run(broken)).toMatchObject({ failure: 'damaged' })
  })

  it.each(['speech.mpegts', 'speech.wma', 'speech.webm'])('transcodes the readable part of a truncated %s', async (name) => {
    const bytes = await readFixture(name)
    const run = await harness.run({ name, buffer: bytes.subarray(0, Math.floor(bytes.length * 0.6)) })
    expect(run.failure).toBeNull()
    expect(run.duration).toBeGreaterThan(1000)
    expect(run.duration).toBeLessThan(3500)
  })

  it('reports that a file without sound data cannot be read', async () => {
    const text = Buffer.from('.RMF and then an unknown format '.repeat(200))
    expect(await harness.run({ name: 'noise.rm', buffer: text })).toMatchObject({ failure: 'cannotRead' })
    const random = Buffer.from(Array.from({ length: 60_000 }, (_, n) => (n * 7919 + (n >> 3) * 31) % 256))
    expect((await harness.run({ name: 'noise.avi', buffer: random })).failure).toMatch(/cannotRead|damaged|noAudioTrack/)
  })

  it('reports tooLong for six hours before decoding them, status -1 (B§5)', async () => {
    const hours = 6
    const webm = await readFixture('speech.webm')
    // Duration in ms, a float of eight bytes.
    webm.writeDoubleBE(hours * 3_600_000, webm.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3)
    expect(await harness.run({ name: 'long.webm', buffer: webm })).toMatchObject({ failure: 'tooLong' })
    const wma = await readFixture('speech.wma')
    // The play duration in the file properties, in units of 100 ns.
    const properties = wma.indexOf(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'))
    wma.writeBigUInt64LE(BigInt(hours * 3600) * 10_000_000n, properties + 64)
    expect(await harness.run({ name: 'long.wma', buffer: wma })).toMatchObject({ failure: 'tooLong' })
  })

  it('transcodes 0.3 seconds; the queue reports that it is too short, status -7 (B§5)', async () => {
    const amr = (await readFixture('speech.amr')).subarray(0, 6 + 15 * 20)
    const run = await harness.run({ name: 'short.amr', buffer: amr })
    expect(run.failure).toBeNull()
    expect(run.duration).toBeLessThan(500)
  })

  it('reports notLoaded when ffmpeg cannot be fetched, status -9, and can be retried (B§4)', async () => {
    await harness.load('near')
    harness.missingPaths.push(/ffmpeg-core/)
    expect(await harness.run(fixturePath('speech.amr'))).toMatchObject({ failure: 'notLoaded' })
    harness.missingPaths.length = 0
    await harness.load('near')
    expect(await harness.run(fixturePath('speech.amr'))).toMatchObject({ failure: null })
  })
})
