import { describe, expect, it } from 'vitest'
import { SILERO_FRAME } from './silero.ts'
import type { SampleRange } from './segmenter.ts'
import { createWindowPlanner, type PlannedWindow } from './windowPlanner.ts'

const RATE = 16_000
const PADDING = 0.3 * RATE
const LONGEST = 28 * RATE
/** Converts seconds to samples, rounded to whole frames. */
const at = (seconds: number) => Math.round((seconds * RATE) / SILERO_FRAME) * SILERO_FRAME

/** Plans a recording in which the value of each sample is its position, so that every window can be checked exactly. */
function plan(options: { seconds: number; speech: [number, number][]; origin?: number; quietAt?: number }) {
  const { origin = 0, quietAt = -1 } = options
  const end = origin + Math.round(options.seconds * RATE)
  const speech = options.speech.map(([from, to]): SampleRange => ({ start: origin + at(from), end: origin + at(to) }))
  const planner = createWindowPlanner(origin)
  const windows: PlannedWindow[] = []
  for (let place = origin; place < end; place += SILERO_FRAME) {
    const frame = new Float32Array(Math.min(SILERO_FRAME, end - place))
    for (let i = 0; i < frame.length; i++) frame[i] = Math.abs(place + i - quietAt * RATE) < 240 ? 0 : place + i
    windows.push(...planner.push(frame, speech.some(({ start, end }) => place >= start && place < end) ? 0.9 : 0.1))
  }
  windows.push(...planner.finish())
  return { windows: windows.map(withRanges), speech, end, settled: planner.settledUntil() }
}
/** Leaves out the probability of the speech. */
const withRanges = (window: PlannedWindow) => ({
  ...window,
  segments: window.segments.map(({ start, end }): SampleRange => ({ start, end })),
})
const endOf = ({ start, pcm }: Pick<PlannedWindow, 'start' | 'pcm'>) => start + pcm.length

describe('createWindowPlanner', () => {
  it('joins segments of speech and keeps the pauses between them', () => {
    const { windows, speech } = plan({
      seconds: 30,
      speech: [
        [1, 4],
        [6, 9],
        [12, 20],
      ],
    })
    expect(windows).toHaveLength(1)
    expect(windows[0]!.segments).toEqual(speech)
    expect(windows[0]!.start).toBe(at(1) - PADDING)
    expect(endOf(windows[0]!)).toBe(at(20) + PADDING)
    expect(windows[0]!.pcm[0]).toBe(windows[0]!.start)
  })

  it('starts a new window instead of exceeding 28 s', () => {
    const { windows, speech } = plan({
      seconds: 40,
      speech: [
        [1, 10],
        [11, 20],
        [21, 30],
      ],
    })
    expect(windows.map(({ segments }) => segments)).toEqual([speech.slice(0, 2), speech.slice(2)])
  })

  it('never pads into the speech of a neighbour or beyond the recording', () => {
    const { windows, end } = plan({
      seconds: 35.1,
      speech: [
        [0.1, 20],
        [20.6, 35],
      ],
    })
    expect(windows.map(({ start }) => start)).toEqual([0, at(20.6) - PADDING])
    expect(windows.map(endOf)).toEqual([at(20) + PADDING, end])
  })

  it('returns a recording of 28 s or less as one window when it contains speech', () => {
    const { windows, speech, end } = plan({
      seconds: 27.7,
      speech: [
        [5, 6],
        [9, 12],
      ],
      origin: 100_000,
    })
    expect(windows.map(({ start, segments }) => ({ start, pieces: segments }))).toEqual([{ start: 100_000, pieces: speech }])
    expect(endOf(windows[0]!)).toBe(end)
    expect(windows[0]!.pcm[0]).toBe(100_000)
  })

  it('resumes after an earlier attempt', () => {
    const { windows } = plan({
      seconds: 30,
      speech: [
        [0, 2],
        [3, 5],
      ],
      origin: 1_600_000,
    })
    expect(windows[0]!.start).toBe(1_600_000)
    expect(windows[0]!.pcm[0]).toBe(1_600_000)
    expect(endOf(windows[0]!)).toBe(1_600_000 + at(5) + PADDING)
  })

  it('splits long speech at its quietest 30 ms in the last 40 %', () => {
    const { windows, speech } = plan({ seconds: 45, speech: [[1, 44]], quietAt: 22.7 })
    const cut = windows[0]!.segments[0]!.end
    expect(Math.abs(cut - 22.7 * RATE)).toBeLessThan(0.01 * RATE)
    expect(windows.map(({ segments }) => segments)).toEqual([
      [{ start: speech[0]!.start, end: cut }],
      [{ start: cut, end: speech[0]!.end }],
    ])
    expect(endOf(windows[0]!)).toBe(cut)
    expect(windows[1]!.start).toBe(cut)
  })

  it('returns the probability of each segment of speech, excluding its pauses', () => {
    const planner = createWindowPlanner(0)
    const probabilityAt = (place: number) => (place < at(1) ? 0.6 : place < at(2) ? 0.1 : place < at(3) ? 0.9 : 0)
    const places = Array.from({ length: 200 }, (_, i) => i * SILERO_FRAME)
    for (const place of places) planner.push(new Float32Array(SILERO_FRAME), probabilityAt(place))
    const [window] = planner.finish()
    expect(window!.segments.map(({ probability }) => Math.round(probability * 100) / 100)).toEqual([0.6, 0.9])
  })

  it('ignores speech under 0.3 s', () => {
    expect(
      plan({
        seconds: 10,
        speech: [
          [1, 1.25],
          [5, 5.28],
        ],
      }).windows,
    ).toEqual([])
    expect(plan({ seconds: 10, speech: [[1, 1.4]] }).windows).toHaveLength(1)
  })

  it('returns a window before the recording ends, once nothing can join it', () => {
    const planner = createWindowPlanner(0)
    const speak = (place: number) => (place < at(3) ? 0.9 : 0)
    const places = Array.from({ length: 1000 }, (_, i) => i * SILERO_FRAME)
    const first = places.findIndex((place) => planner.push(new Float32Array(SILERO_FRAME), speak(place)).length > 0)
    expect(places[first]! / RATE).toBeCloseTo(28, 0)
  })

  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))('covers all speech once and in order (recording %i)', (seed) => {
    const next = seededRandom(seed)
    const speechRanges: [number, number][] = []
    for (let time = next() * 3; time < 150;) {
      const length = 0.4 + next() ** 3 * 60
      speechRanges.push([time, time + length])
      time += length + 0.6 + next() ** 2 * (next() < 0.2 ? 40 : 4)
    }
    const origin = Math.round(next() * 1e6)
    const { windows, speech, end, settled } = plan({ seconds: 220, speech: speechRanges, origin })
    const pieces = windows.flatMap((window) => window.segments)
    expect(merge(pieces)).toEqual(speech.map((piece) => ({ start: piece.start, end: Math.min(end, piece.end) })).filter(lasts))
    expect(settled).toBe(end)
    windows.forEach((window, i) => {
      const [first, last] = [window.segments[0]!, window.segments.at(-1)!]
      expect(last.end - first.start).toBeLessThanOrEqual(LONGEST)
      expect(window.start).toBeLessThanOrEqual(first.start)
      expect(first.start - window.start).toBeLessThanOrEqual(PADDING)
      expect(endOf(window)).toBeGreaterThanOrEqual(last.end)
      expect(endOf(window) - last.end).toBeLessThanOrEqual(PADDING)
      expect(window.pcm[0]).toBe(Math.fround(window.start))
      expect(window.pcm.at(-1)).toBe(Math.fround(endOf(window) - 1))
      expect(endOf(window)).toBeLessThanOrEqual(windows[i + 1]?.segments[0]?.start ?? end)
    })
  })
})

const lasts = ({ start, end }: SampleRange) => end - start >= PADDING

/** Merges segments that were split from one range. */
function merge(pieces: readonly SampleRange[]): SampleRange[] {
  const merged: SampleRange[] = []
  for (const { start, end } of pieces) {
    const before = merged.at(-1)
    if (before?.end === start) merged[merged.length - 1] = { start: before.start, end }
    else merged.push({ start, end })
  }
  return merged
}

/** Returns a generator of numbers between 0 and 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
