import { describe, expect, it } from 'vitest'
import { type ChannelLevels, ChannelMeter, cutToSpans, findChannelSpans, keepSpans } from './channelSpans.ts'

const NOISE = -70
/** Returns levels of 50 ms from spans of [seconds, level]. */
const levels = (...stretches: [seconds: number, level: number][]) =>
  stretches.flatMap(([seconds, level]) => Array.from({ length: seconds * 20 }, () => level))

const call = (echo: number, overlap = 0): ChannelLevels => [
  levels([1, NOISE], [5, -25], [1, NOISE], [overlap, -25], [5, -25 - echo], [2, NOISE]),
  levels([1, NOISE], [5, -25 - echo], [1, NOISE], [overlap, -25], [5, -25], [2, NOISE]),
]

/** Returns levels of speech with pauses and varying syllables, above slightly varying noise. */
function speech(seconds: number, isSpeaking: (second: number) => boolean, { level = -25, noise = NOISE } = {}): number[] {
  return Array.from({ length: seconds * 20 }, (_, step) => {
    const noiseLevel = noise + ((step * 7) % 5) / 2
    const syllable = level - [0, 3, 6, 12, 40][step % 5]!
    return isSpeaking(step / 20) ? Math.max(noiseLevel, syllable) : noiseLevel
  })
}
const isFirst = (second: number) => second % 10 < 5
const isSecond = (second: number) => second % 10 >= 5 && second % 10 < 9
const add = (...channels: (readonly number[])[]) =>
  channels[0]!.map((_, step) => 10 * Math.log10(channels.reduce((sum, channel) => sum + 10 ** (channel[step]! / 10), 0)))
const delayed = (channel: readonly number[], steps: number, decibels: number) =>
  channel.map((_, step) => (channel[step - steps] ?? NOISE) - decibels)

describe('findChannelSpans', () => {
  it('finds when each person of a call speaks, without the echo on the other channel', () => {
    const spans = [[[500, 6500]], [[6500, 12_500]]]
    expect(findChannelSpans(call(45))).toEqual(spans)
    expect(findChannelSpans(call(15))).toEqual(spans)
    expect(findChannelSpans(call(15), 69)).toEqual([[[569, 6569]], [[6569, 12_569]]])
  })

  it('contains both when both speak', () => {
    const [left, right] = findChannelSpans(call(20, 1))!
    expect(cutToSpans(7000, 8000, left)).toEqual([[7000, 8000]])
    expect(cutToSpans(7000, 8000, right)).toEqual([[7000, 8000]])
  })

  it('finds a call in which one person hardly pauses', () => {
    expect(findChannelSpans([levels([57, -25], [3, NOISE]), levels([57, NOISE], [3, -25])])).not.toBeNull()
  })

  it.each([
    ['noise', { noise: -47 }, { noise: -47 }],
    ['noise on one side', { noise: -45 }, { noise: -75 }],
    ['a loud and a quiet person', { level: -20, noise: -65 }, { level: -42, noise: -65 }],
  ])('finds a call with %s', (_, first, second) => {
    const [left, right] = findChannelSpans([speech(60, isFirst, first), speech(60, isSecond, second)])!
    for (let second = 0; second < 60; second += 10) {
      expect(cutToSpans(second * 1000 + 500, second * 1000 + 4500, left)).toEqual([[second * 1000 + 500, second * 1000 + 4500]])
      expect(cutToSpans(second * 1000 + 1000, second * 1000 + 4000, right)).toEqual([])
      expect(cutToSpans(second * 1000 + 6000, second * 1000 + 8500, left)).toEqual([])
    }
  })

  it('finds a call that begins with digital silence', () => {
    const silence = levels([30, -120])
    const sides = [speech(60, isFirst, { noise: -57 }), speech(60, isSecond, { noise: -57 })]
    expect(
      findChannelSpans([
        [...silence, ...sides[0]!],
        [...silence, ...sides[1]!],
      ]),
    ).not.toBeNull()
  })

  it.each([0, 2, 5])('finds a call with an echo that is %i steps late', (steps) => {
    const [first, second] = [speech(60, isFirst), speech(60, isSecond)]
    const spans = findChannelSpans([add(first, delayed(second, steps, 16)), add(second, delayed(first, steps, 16))])!
    expect(cutToSpans(1000, 4000, spans[1])).toEqual([])
  })

  it('does not detect a call in: mono, a stereo microphone, one silent channel, a few words on the second', () => {
    const mono = levels([1, NOISE], [10, -25])
    expect(findChannelSpans([mono, mono])).toBeNull()
    expect(findChannelSpans(call(6))).toBeNull()
    expect(findChannelSpans([mono, levels([11, -90])])).toBeNull()
    expect(findChannelSpans([levels([1, NOISE], [60, -25], [1, NOISE]), levels([61, NOISE], [1, -25])])).toBeNull()
    expect(findChannelSpans([[], []])).toBeNull()
    expect(findChannelSpans([levels([5, -120]), levels([5, -120])])).toBeNull()
  })

  it('does not detect a call in: people on one channel, and noise on the other', () => {
    expect(
      findChannelSpans([speech(60, (second) => isFirst(second) || isSecond(second)), speech(60, () => false, { noise: -55 })]),
    ).toBeNull()
  })
})

describe('cutToSpans', () => {
  it('returns the parts of a span, without the ones that are too short', () => {
    const spans = [
      [0, 1000],
      [2000, 3000],
      [4000, 5000],
    ] as const
    expect(cutToSpans(500, 4500, spans)).toEqual([
      [500, 1000],
      [2000, 3000],
      [4000, 4500],
    ])
    expect(cutToSpans(950, 1990, spans)).toEqual([])
    expect(cutToSpans(5000, 6000, spans)).toEqual([])
  })
})

describe('ChannelMeter', () => {
  /** An alternating signal with a constant offset, which must be ignored. */
  const tone = (samples: number, amplitude: number) =>
    Float32Array.from({ length: samples }, (_, n) => 0.1 + (n % 2 ? 1 : -1) * amplitude)

  it('measures two channels in steps of 50 ms for chunks of any length', () => {
    for (const size of [1, 37, 4096]) {
      const meter = new ChannelMeter()
      // 11,025 Hz: a step is 551.25 samples.
      const channels = [tone(11_025, 0.1), tone(11_025, 0.01)]
      for (let at = 0; at < 11_025; at += size)
        meter.push(
          channels.map((channel) => channel.subarray(at, at + size)),
          11_025,
        )
      expect(meter.levels.map((channel) => channel.map(Math.round))).toEqual([levels([1, -20]), levels([1, -40])])
    }
  })

  it('continues when the sample rate and the channels change', () => {
    const meter = new ChannelMeter()
    meter.push([tone(48_000, 0.1), tone(48_000, 0.01)], 48_000)
    meter.push([tone(8000, 0.1)], 8000)
    meter.push([tone(16_000, 1), tone(16_000, 0.1), tone(16_000, 0)], 16_000)
    expect(meter.levels.map((channel) => channel.map(Math.round))).toEqual([
      levels([1, -20], [1, -20], [1, 0]),
      levels([1, -40], [1, -20], [1, 0]),
    ])
  })
})

describe('keepSpans', () => {
  it('silences the audio outside of the spans, in chunks of any length', async () => {
    const spans = [
      [10, 30],
      [50, 60],
    ] as const
    for (const size of [1, 7, 100]) {
      async function* chunks() {
        await Promise.resolve()
        for (let at = 0; at < 100; at += size) yield new Float32Array(Math.min(size, 100 - at)).fill(1)
      }
      const kept: number[] = []
      for await (const chunk of keepSpans(chunks(), spans, 1000)) kept.push(...chunk)
      expect(kept).toEqual(Array.from({ length: 100 }, (_, n) => ((n >= 10 && n < 30) || (n >= 50 && n < 60) ? 1 : 0)))
    }
  })
})
