import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { readAll } from '../fixtures/composites.ts'
import { alignSamples } from '../fixtures/sound/alignSamples.ts'
import { bytesSource, loudnessCorrelation } from '../fixtures/sound/loudnessCorrelation.ts'
import { soundSpans } from '../fixtures/sound/soundSpans.ts'
import { TranscodeHarness } from './harness/TranscodeHarness.ts'

const SOUND = join(import.meta.dirname, '../fixtures/sound')
const listFiles = async (folder: string) =>
  (await readdir(join(SOUND, folder)))
    .filter(
      (name) => /\.(mp3|wav|ogg|opus|m4a|mp4|mkv|webm|mpegts|flac|wma|avi|rm|aiff|amr)$/.test(name) && name !== 'silent.mp4',
    )
    .map((name) => join(folder, name))
const FILES = (await Promise.all(['cases', 'formats', '.'].map(listFiles))).flat()

/** Formats that no browser decodes. The last one has MP3 frames of two sample rates. */
const NEEDS_FFMPEG = /\.(amr|wma|avi|rm|aiff)$|alac|speex|rate-changes/
/** Consecutive parts may be some milliseconds longer in one decoder than in another. */
const IS_JOINED = /chained|appended|rate-changes/
const SERVER_FORMATS = /\.(mp3|wav|opus)$|speech\.ogg$/
/** The delay of the MP3 encoder in samples, which all uploaded audio has. */
const ENCODER_DELAY = 1105
/** 8 ms: the browser keeps the first samples of Opus, which only initialize the decoder. */
const MAX_SHIFT = 128

let harness: TranscodeHarness
beforeAll(async () => void (harness = await TranscodeHarness.open()), 120_000)
afterAll(() => harness?.[Symbol.asyncDispose]())

const decode = (bytes: Buffer): Promise<Float32Array> => readAll(decodeAudio(bytesSource(bytes)))

/** Returns the uploaded audio, decoded as for a transcript. Without https the browser has no decoders, so ffmpeg is used. */
async function transcode(name: string, decoder: 'browser' | 'ffmpeg') {
  await harness.load(decoder === 'browser' ? 'near' : 'far')
  const run = await harness.run(join(SOUND, name))
  expect([run.failure, run.message]).toEqual([null, ''])
  const usedFfmpeg = harness.requestedPaths.some((path) => path.includes('ffmpeg-core'))
  const samples = await decode(Buffer.from(run.base64, 'base64'))
  return { samples, usedFfmpeg, tracks: run.tracks, spans: soundSpans(samples, SPEECH_SAMPLE_RATE) }
}

/** Returns whether two decodings are the same, with the second one delayed by `delay` samples. */
function isSameSound(name: string, first: Float32Array, second: Float32Array, delay = 0): boolean {
  if (IS_JOINED.test(name)) return loudnessCorrelation(first, second, SPEECH_SAMPLE_RATE) > 0.97
  const { shift, similarity } = alignSamples(first, second)
  return similarity > 0.97 && Math.abs(shift - delay) <= MAX_SHIFT
}

describe('the decoders of the browser, of ffmpeg and of the server', () => {
  it.each(FILES)('return the same audio: %s', async (name) => {
    const browser = await transcode(name, 'browser')
    const ffmpeg = await transcode(name, 'ffmpeg')
    expect([browser.usedFfmpeg, ffmpeg.tracks]).toEqual([NEEDS_FFMPEG.test(name), browser.tracks])
    expect(isSameSound(name, browser.samples, ffmpeg.samples)).toBe(true)
  })

  it.each(FILES.filter((name) => SERVER_FORMATS.test(name)))('return the same audio as the server: %s', async (name) => {
    const original = await decode(await readFile(join(SOUND, name)))
    const browser = await transcode(name, 'browser')
    expect(isSameSound(name, original, browser.samples, ENCODER_DELAY)).toBe(true)
  })

  it.each([
    ['01-antiphase.opus', [[0.1, 4.4]]],
    ['03-first-track-silent.mkv', [[0.1, 5.9]]],
    ['04-two-people-two-tracks.mp4', [[0.1, 10.6]]],
    ['05-two-audio-tracks.m4a', [[0.1, 10.6]]],
    ['06-chained.opus', [[0.1, 10.2]]],
    ['07-chained-vorbis.ogg', [[0.1, 10.2]]],
    ['08-appended.webm', [[0.1, 10.2]]],
    ['09-trimmed-start.m4a', [[0.1, 4.2]]],
    ['11-audio-starts-5s-late.mp4', [[5.1, 16.6]]],
    ['12-audio-starts-5s-late.mpegts', [[5.1, 16.6]]],
    [
      '13-gap-10s.mp4',
      [
        [0.1, 5.9],
        [15.9, 20.2],
      ],
    ],
  ])('keep all audible parts at their time: %s', async (name, expected) => {
    for (const decoder of ['browser', 'ffmpeg'] as const) {
      const { spans } = await transcode(`cases/${name}`, decoder)
      expect(spans).toHaveLength(expected.length)
      for (const [n, [start, end]] of spans.entries()) {
        expect(Math.abs(start - expected[n]![0]!)).toBeLessThan(0.5)
        expect(Math.abs(end - expected[n]![1]!)).toBeLessThan(0.5)
      }
    }
  })

  it('treat a part that consists of headers only, as at the end of a radio stream, as empty', async () => {
    const whole = await readFile(join(SOUND, 'cases/06-chained.opus'))
    const headers = whole.subarray(0, nthPage(whole, 2))
    for (const origin of ['near', 'far'] as const) {
      await harness.load(origin)
      const run = await harness.run({ name: 'radio.opus', buffer: Buffer.concat([whole, headers]) })
      expect([run.failure, run.message]).toEqual([null, ''])
      expect(run.duration / 1000).toBeCloseTo(10.2, 0)
    }
  })
})

/** Returns the offset of the nth page of an Ogg file, counted from 0. */
function nthPage(bytes: Buffer, page: number): number {
  let at = 0
  for (let n = 0; n < page; n++) at = bytes.indexOf('OggS', at + 4, 'latin1')
  return at
}
