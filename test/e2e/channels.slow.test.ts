import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { diarizeRecording } from '#platform/speech/channels/diarizeRecording.ts'
import { bundledModelsDir } from '#platform/speech/engine.ts'
import { diarizeSound } from '#platform/speech/speakers/diarize.ts'
import type { DiarizeOptions } from '#platform/speech/speakers.ts'
import { loadSpeakerNetworks, type SpeakerNetworks } from '#platform/speech/speakers/networks.ts'
import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import { readAll } from '../fixtures/composites.ts'
import { createWav } from '../fixtures/sound/createWav.ts'
import { bytesSource } from '../fixtures/sound/loudnessCorrelation.ts'
import { TranscodeHarness } from './harness/TranscodeHarness.ts'

/** Which seconds are on the left and on the right channel. The voice is the same, so only the channels differ. */
const SIDES = [
  { from: 0, to: 6.2, channel: 0 },
  { from: 6.2, to: 12, channel: 1 },
  { from: 12, to: 17, channel: 0 },
  { from: 17, to: 28, channel: 1 },
] as const
/** The echo of the other channel: 22 dB quieter. */
const ECHO = 0.08

let harness: TranscodeHarness
let networks: SpeakerNetworks
let reading: Float32Array
beforeAll(async () => {
  harness = await TranscodeHarness.open()
  networks = await loadSpeakerNetworks({ modelsDir: bundledModelsDir, threads: 2 })
  reading = await readAll(decodeAudio(join(import.meta.dirname, '../fixtures/two-cities.wav')))
}, 120_000)
afterAll(async () => {
  await harness?.[Symbol.asyncDispose]()
  await networks?.close()
})

const sideAt = (second: number) => SIDES.find(({ to }) => second < to)?.channel ?? 1

const createCall = () =>
  createWav(
    28 * SPEECH_SAMPLE_RATE,
    (frame, channel) => reading[frame]! * (sideAt(frame / SPEECH_SAMPLE_RATE) === channel ? 1 : ECHO),
    { sampleRate: SPEECH_SAMPLE_RATE, channels: 2 },
  )

async function findSpeakers(bytes: Buffer, spans: ChannelSpans | null) {
  const diarize = (pcm: AsyncIterable<Float32Array>, { atMost }: DiarizeOptions) =>
    diarizeSound(networks, pcm, { atMost, onProgress: () => undefined })
  const { turns, speakers } = await diarizeRecording({ diarize }, bytesSource(bytes), {
    spans,
    signal: new AbortController().signal,
  })
  return {
    count: speakers.length,
    at: (second: number) => turns.filter(({ start, end }) => start < second * 1000 && second * 1000 < end),
  }
}

/** Times in the middle of sentences. */
const MOMENTS = [3, 8, 14, 22]

describe('a call with one person on each channel', () => {
  it.each(['browser', 'ffmpeg'] as const)('has its speakers after the upload page has mixed it down (%s)', async (decoder) => {
    await harness.load(decoder === 'browser' ? 'near' : 'far')
    const call = createCall()
    const run = await harness.run({ name: 'call.wav', buffer: call })
    expect([run.failure, run.message]).toEqual([null, ''])
    const mix = Buffer.from(run.base64, 'base64')
    expect((await findSpeakers(mix, null)).count).toBe(1)
    for (const { count, at } of [await findSpeakers(mix, run.channelSpans), await findSpeakers(call, null)]) {
      expect(count).toBe(2)
      expect(MOMENTS.map((moment) => at(moment).map(({ speaker }) => speaker))).toEqual([[0], [1], [0], [1]])
    }
  })
})
