import { describe, expect, it } from 'vitest'
import { createWav } from '#test/fixtures/sound/createWav.ts'
import { bytesSource } from '#test/fixtures/sound/loudnessCorrelation.ts'
import { readAll } from '#test/fixtures/composites.ts'
import type { Diarization, DiarizeOptions } from '../speakers.ts'
import { diarizeRecording } from './diarizeRecording.ts'

const RATE = 16_000
/** A stereo recording of tones: who speaks on the left and right in each second, with the echo of the other channel. */
const recording = (left: string, right: string, echo = 0.01) =>
  bytesSource(
    createWav(
      left.length * RATE,
      (frame, channel) => {
        const second = Math.floor(frame / RATE)
        const [own, other] = channel === 0 ? [left[second], right[second]] : [right[second], left[second]]
        return (
          Math.sin((2 * Math.PI * 300 * frame) / RATE) * ((own === 'x' ? 0.3 : 0) + (other === 'x' ? 0.3 * echo : 0) + 0.0001)
        )
      },
      { sampleRate: RATE, channels: 2 },
    ),
  )

/** An engine that returns one speaker in every second with sound, and records its calls. */
function createEngine() {
  const calls: { seconds: number; atMost: number | undefined }[] = []
  const diarize = async (pcm: AsyncIterable<Float32Array>, { atMost, onProgress }: DiarizeOptions): Promise<Diarization> => {
    const samples = await readAll(pcm)
    calls.push({ seconds: samples.length / RATE, atMost })
    onProgress?.({ done: (samples.length * 1000) / RATE })
    const heard = Array.from(
      { length: samples.length / RATE },
      (_, n) => Math.max(...samples.subarray(n * RATE, (n + 1) * RATE)) > 0.001,
    )
    const turns = heard.flatMap((isHeard, n) => (isHeard ? [{ start: n * 1000, end: (n + 1) * 1000, speaker: 0 }] : []))
    return { turns, speakers: [{ embedding: new Float32Array([calls.length]), clearSeconds: turns.length }] }
  }
  return { diarize, calls }
}
const signal = new AbortController().signal

describe('diarizeRecording', () => {
  it('separates the people of a call by channel, in the order in which they speak', async () => {
    const { diarize, calls } = createEngine()
    const progress: number[] = []
    const { turns, speakers } = await diarizeRecording({ diarize }, recording('..xx..xx.x', 'xx..xx..xx'), {
      signal,
      onProgress: ({ done }) => progress.push(done),
    })
    expect(turns).toEqual([
      { start: 0, end: 1000, speaker: 0 },
      { start: 1000, end: 2000, speaker: 0 },
      { start: 2000, end: 3000, speaker: 1 },
      { start: 3000, end: 4000, speaker: 1 },
      { start: 4000, end: 5000, speaker: 0 },
      { start: 5000, end: 6000, speaker: 0 },
      { start: 6000, end: 7000, speaker: 1 },
      { start: 7000, end: 8000, speaker: 1 },
      { start: 8000, end: 9000, speaker: 0 },
      { start: 9000, end: 10_000, speaker: 1 },
      { start: 9000, end: 10_000, speaker: 0 },
    ])
    expect(speakers.map(({ embedding }) => embedding[0])).toEqual([2, 1])
    expect(calls).toEqual([
      { seconds: 10, atMost: undefined },
      { seconds: 10, atMost: undefined },
    ])
    expect(progress).toEqual([5000, 10_000])
  })

  it('finds at most the expected number of people, and at least one per channel', async () => {
    const { diarize, calls } = createEngine()
    await diarizeRecording({ diarize }, recording('..xx..xx', 'xx..xx..'), { signal, atMost: 4 })
    expect(calls.map(({ atMost }) => atMost)).toEqual([3, 3])
    await diarizeRecording({ diarize }, recording('..xx..xx', 'xx..xx..'), { signal, atMost: 2 })
    expect(calls.slice(2).map(({ atMost }) => atMost)).toEqual([1, 1])
  })

  it('separates them in the mix of both channels when the activity of each is known', async () => {
    const { diarize, calls } = createEngine()
    const mix = bytesSource(
      createWav(6 * RATE, (frame) => Math.sin((2 * Math.PI * 300 * frame) / RATE) * 0.3, { sampleRate: RATE }),
    )
    const spans = [[[0, 4000]], [[3000, 6000]]] as const
    const { turns } = await diarizeRecording({ diarize }, mix, { signal, spans })
    expect(turns).toEqual([
      ...[0, 1, 2, 3].map((second) => ({ start: second * 1000, end: (second + 1) * 1000, speaker: 0 })),
      ...[3, 4, 5].map((second) => ({ start: second * 1000, end: (second + 1) * 1000, speaker: 1 })),
    ])
    expect(calls.map(({ atMost }) => atMost)).toEqual([undefined, undefined])
    await diarizeRecording({ diarize }, mix, { signal, spans, atMost: 1 })
    expect(calls.slice(2).map(({ atMost }) => atMost)).toEqual([1])
  })

  it('analyzes the whole mix when its spans contain no speech', async () => {
    const { diarize } = createEngine()
    const tone = createWav(2 * RATE, (frame) => Math.sin((2 * Math.PI * 300 * frame) / RATE) * 0.3, { sampleRate: RATE })
    const spans = [[[60_000, 61_000]], [[61_000, 62_000]]] as const
    const { turns } = await diarizeRecording({ diarize }, bytesSource(tone), { signal, spans })
    expect(turns.map(({ start }) => start)).toEqual([0, 1000])
  })

  it('analyzes other recordings as a whole: a stereo microphone, and those of one speaker', async () => {
    const { diarize, calls } = createEngine()
    await diarizeRecording({ diarize }, recording('xxxxxx', 'xxxxxx'), { signal })
    await diarizeRecording({ diarize }, recording('..xx..xx', 'xx..xx..', 0.5), { signal })
    await diarizeRecording({ diarize }, recording('..xx..xx', 'xx..xx..'), { signal, atMost: 1 })
    expect(calls.map(({ atMost }) => atMost)).toEqual([undefined, undefined, 1])
  })
})
