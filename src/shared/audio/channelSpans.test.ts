import { describe, expect, it } from 'vitest'
import { type ChannelLevels, ChannelMeter, cutToSpans, findChannelSpans, keepSpans } from './channelSpans.ts'

const NOISE = -70
/** Levels of 50 ms from stretches of [seconds, level]. */
const levels = (...stretches: [seconds: number, level: number][]) =>
  stretches.flatMap(([seconds, level]) => Array.from({ length: seconds * 20 }, () => level))

const call = (echo: number, overlap = 0): ChannelLevels => [
  levels([1, NOISE], [5, -25], [1, NOISE], [overlap, -25], [5, -25 - echo], [2, NOISE]),
  levels([1, NOISE], [5, -25 - echo], [1, NOISE], [overlap, -25], [5, -25], [2, NOISE]),
]

describe('findChannelSpans', () => {
  it('finds where each person of a call is not the echo of the other', () => {
    const spans = [
      [
        [0, 7000],
        [12_000, 14_000],
      ],
      [
        [0, 1000],
        [6000, 14_000],
      ],
    ]
    expect(findChannelSpans(call(45))).toEqual(spans)
    expect(findChannelSpans(call(15))).toEqual(spans)
  })

  it('has both where both speak', () => {
    const [left, right] = findChannelSpans(call(20, 1))!
    expect(cutToSpans(7000, 8000, left)).toEqual([[7000, 8000]])
    expect(cutToSpans(7000, 8000, right)).toEqual([[7000, 8000]])
  })

  it('finds a call in which one person hardly pauses', () => {
    expect(findChannelSpans([levels([57, -25], [3, NOISE]), levels([57, NOISE], [3, -25])])).not.toBeNull()
  })

  it('does not take for a call: mono, a stereo microphone, one silent channel, a few words on the second', () => {
    const mono = levels([1, NOISE], [10, -25])
    expect(findChannelSpans([mono, mono])).toBeNull()
    expect(findChannelSpans(call(6))).toBeNull()
    expect(findChannelSpans([mono, levels([11, -90])])).toBeNull()
    expect(findChannelSpans([levels([1, NOISE], [60, -25], [1, NOISE]), levels([61, NOISE], [1, -25])])).toBeNull()
    expect(findChannelSpans([[], []])).toBeNull()
    expect(findChannelSpans([levels([5, -120]), levels([5, -120])])).toBeNull()
  })
})

describe('cutToSpans', () => {
  it('returns the parts of a span, without those that are too short', () => {
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
  const tone = (samples: number, amplitude: number) => new Float32Array(samples).fill(amplitude)

  it('measures two channels in steps of 50 ms, whatever the pieces are', () => {
    for (const size of [1, 37, 4096]) {
      const meter = new ChannelMeter()
      // 11,025 Hz: a step is 551.25 samples.
      for (let at = 0; at < 11_025; at += size)
        meter.push([tone(Math.min(size, 11_025 - at), 0.1), tone(Math.min(size, 11_025 - at), 0.01)], 11_025)
      expect(meter.levels.map((channel) => channel.map(Math.round))).toEqual([levels([1, -20]), levels([1, -40])])
    }
  })

  it('goes on when sample rate and channels change', () => {
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
  it('silences what lies outside, in chunks of any length', async () => {
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
