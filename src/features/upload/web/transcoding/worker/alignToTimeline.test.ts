import { describe, expect, it } from 'vitest'
import { alignToTimeline, type TimelineOptions } from './alignToTimeline.ts'

const RATE = 1000
/** Samples of 1 and up that begin at `timestamp`. */
const piece = (timestamp: number, seconds: number, value = 1) => ({
  timestamp,
  sampleRate: RATE,
  channels: [new Float32Array(Math.round(seconds * RATE)).fill(value)],
})

/** Returns the value and seconds of each stretch of the result. */
async function align(pieces: ReturnType<typeof piece>[], options: Partial<TimelineOptions> = {}) {
  const stretches: [number, number][] = []
  async function* source() {
    await Promise.resolve()
    yield* pieces
  }
  for await (const { channels } of alignToTimeline(source(), {
    origin: 0,
    start: options.origin ?? 0,
    end: null,
    hasClockChanges: false,
    ...options,
  }))
    for (const value of channels[0]!) {
      const last = stretches.at(-1)
      if (last?.[0] === value) last[1]++
      else stretches.push([value, 1])
    }
  return stretches.map(([value, count]) => [value, count / RATE])
}

describe('alignToTimeline', () => {
  it('fills a late start and holes with silence', async () => {
    expect(await align([piece(5, 1), piece(9, 2, 2)])).toEqual([
      [0, 5],
      [1, 1],
      [0, 3],
      [2, 2],
    ])
    expect(await align([piece(6.4, 1)], { origin: 1.4 })).toEqual([
      [0, 5],
      [1, 1],
    ])
  })

  it('keeps the beginning of a transport stream whose clock starts below zero', async () => {
    expect(await align([piece(-3, 1), piece(-2, 1, 2), piece(0, 1, 3)], { origin: -3, hasClockChanges: true })).toEqual([
      [1, 1],
      [2, 1],
      [0, 1],
      [3, 1],
    ])
  })

  it('drops what an edit list cuts off at the beginning and at the end', async () => {
    expect(await align([piece(-3, 1, 7), piece(-2, 3), piece(1, 2, 2)], { end: 2 })).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('drops what lies before the beginning of an edit that is played later', async () => {
    expect(await align([piece(0, 1, 7), piece(1, 2, 7), piece(3, 2)], { start: 3 })).toEqual([
      [0, 3],
      [1, 2],
    ])
  })

  it('closes a jump that is longer than any recording', async () => {
    expect(await align([piece(0, 1), piece(25_000, 1)])).toEqual([[1, 2]])
  })

  it('keeps audio together whose time stamps are rounded or whose clock is a little wrong', async () => {
    expect(await align([piece(0, 1), piece(1.003, 1), piece(1.99, 1)])).toEqual([[1, 3]])
  })

  it('loses nothing when time stamps go back', async () => {
    expect(await align([piece(0, 2), piece(0, 2, 2), piece(2, 2, 3)])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
    ])
  })

  it('closes a jump of the clock in a transport stream, and fills a hole', async () => {
    const options = { hasClockChanges: true, origin: 100 }
    expect(await align([piece(100, 1), piece(95_000, 1, 2), piece(95_004, 1, 3), piece(3, 1, 4)], options)).toEqual([
      [1, 1],
      [2, 1],
      [0, 3],
      [3, 1],
      [4, 1],
    ])
  })
})
