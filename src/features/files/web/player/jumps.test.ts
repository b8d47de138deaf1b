import { describe, expect, it } from 'vitest'
import { findJump, toLoop } from './jumps.ts'

const silences = [
  { start: 10_000, end: 20_000 },
  { start: 60_000, end: 75_000 },
]

describe('jumps of the playback', () => {
  it('continues at the end of a silence while silence is skipped', () => {
    const jump = (time: number, skipsSilence = true) => findJump(time, { loop: undefined, silences, skipsSilence })
    expect([9999, 10_000, 15_000, 74_000].map((time) => jump(time))).toEqual([undefined, 20_000, 20_000, 75_000])
    expect([19_900, 20_000, 75_000, 90_000].map((time) => jump(time))).toEqual([undefined, undefined, undefined, undefined])
    expect(jump(15_000, false)).toBeUndefined()
  })

  it('returns from the end of a loop to its start, also when a silence leads past the end', () => {
    const jump = (time: number, loop = { start: 30_000, end: 40_000 }) => findJump(time, { loop, silences, skipsSilence: true })
    expect([30_000, 39_999, 40_000, 50_000].map((time) => jump(time))).toEqual([undefined, undefined, 30_000, 30_000])
    expect(jump(61_000, { start: 55_000, end: 70_000 })).toBe(55_000)
  })

  it('makes a loop of at least a second within the recording', () => {
    expect(toLoop({ start: 500, end: 700 }, 60_000)).toEqual({ start: 500, end: 1500 })
    expect(toLoop({ start: 59_900, end: 61_000 }, 60_000)).toEqual({ start: 59_000, end: 60_000 })
    expect(toLoop({ start: 5, end: 400 }, 300)).toEqual({ start: 0, end: 300 })
  })
})
