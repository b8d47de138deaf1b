import { describe, expect, it } from 'vitest'
import { areSeparated, type ChannelLevels, withoutEcho } from './channelLevels.ts'

const NOISE = -70
/** Levels of 50 ms from stretches of [seconds, level]. */
const levels = (...stretches: [seconds: number, level: number][]) =>
  stretches.flatMap(([seconds, level]) => Array.from({ length: seconds * 20 }, () => level))
const call = (echo: number, overlap = 0): ChannelLevels => [
  levels([1, NOISE], [5, -25], [1, NOISE], [overlap, -25], [5, -25 - echo], [2, NOISE]),
  levels([1, NOISE], [5, -25 - echo], [1, NOISE], [overlap, -25], [5, -25], [2, NOISE]),
]

describe('areSeparated', () => {
  it('finds a call with one person on each channel, also with echo and people who interrupt one another', () => {
    expect(areSeparated(call(45))).toBe(true)
    expect(areSeparated(call(15))).toBe(true)
    expect(areSeparated(call(20, 1))).toBe(true)
  })

  it('finds a call in which one person hardly pauses', () => {
    expect(areSeparated([levels([57, -25], [3, NOISE]), levels([57, NOISE], [3, -25])])).toBe(true)
  })

  it('does not take for a call: mono, a stereo microphone, one silent channel, a few words on the second', () => {
    const mono = levels([1, NOISE], [10, -25])
    expect(areSeparated([mono, mono])).toBe(false)
    expect(areSeparated(call(6))).toBe(false)
    expect(areSeparated([mono, levels([11, -90])])).toBe(false)
    expect(areSeparated([levels([1, NOISE], [60, -25], [1, NOISE]), levels([61, NOISE], [1, -25])])).toBe(false)
    expect(areSeparated([[], []])).toBe(false)
    expect(areSeparated([levels([5, -120]), levels([5, -120])])).toBe(false)
  })
})

describe('withoutEcho', () => {
  it('cuts what is the echo of the other channel out of a turn', () => {
    expect(withoutEcho({ start: 500, end: 13_000 }, call(15), 0)).toEqual([
      { start: 500, end: 7000 },
      { start: 12_000, end: 13_000 },
    ])
    expect(withoutEcho({ start: 1000, end: 6000 }, call(15), 1)).toEqual([])
  })

  it('keeps both when both speak', () => {
    const both = call(20, 1)
    expect(withoutEcho({ start: 7000, end: 8000 }, both, 0)).toEqual([{ start: 7000, end: 8000 }])
    expect(withoutEcho({ start: 7000, end: 8000 }, both, 1)).toEqual([{ start: 7000, end: 8000 }])
  })
})
