import { describe, expect, it } from 'vitest'
import { FRAME_SECONDS, LOCAL_SPEAKERS, type WindowActivity } from './networks.ts'
import { cutParts, findVoiced } from './parts.ts'

/** A window of 10 s in which the second speaker speaks for these seconds. */
function windowOf(from: number, to: number): WindowActivity {
  const frames = Math.floor(10 / FRAME_SECONDS)
  const activity = new Uint8Array(frames * LOCAL_SPEAKERS)
  for (let frame = Math.ceil(from / FRAME_SECONDS); frame < to / FRAME_SECONDS; frame++) activity[frame * LOCAL_SPEAKERS + 1] = 1
  return { frames, activity, probability: activity }
}

describe('parts of a block', () => {
  it('finds the voice frames near a voice in any window', () => {
    const windows = [windowOf(1, 2), windowOf(0, 0), windowOf(9, 10)]
    const voiced = findVoiced([0, 2 * 16_000, 4 * 16_000], windows, { from: 0, to: 200 })
    // 1 to 2 s and 13 to 14 s, with half a second before and after each.
    expect([...voiced.keys()].filter((frame) => voiced[frame] !== (voiced[frame - 1] ?? 0))).toEqual([7, 32, 157, 182])
    expect(findVoiced([0, 2 * 16_000, 4 * 16_000], windows, { from: 100, to: 200 })).toEqual(voiced.subarray(100))
  })

  it('leaves out only long silence, and processes at most ten seconds at once', () => {
    const frames = (...runs: [value: number, count: number][]) =>
      Uint8Array.from(runs.flatMap(([value, count]) => Array.from<number>({ length: count }).fill(value)))
    expect(cutParts(frames([0, 30], [1, 20], [0, 24], [1, 10], [0, 25]))).toEqual([
      { isVoiced: false, count: 30 },
      { isVoiced: true, count: 54 },
      { isVoiced: false, count: 25 },
    ])
    expect(cutParts(frames([1, 300])).map(({ count }) => count)).toEqual([125, 125, 50])
    expect(cutParts(frames())).toEqual([])
  })
})
