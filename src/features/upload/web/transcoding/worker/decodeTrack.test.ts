import { describe, expect, it } from 'vitest'
import { withTimes } from './decodeTrack.ts'

const packets = [0, 1, 5, 6].map((timestamp) => ({ timestamp }))
const pieces = (count: number) => Array.from({ length: count }, () => ({ sampleRate: 48_000, channels: [] }))
const timesOf = (count: number) => withTimes(pieces(count), packets).map(({ timestamp }) => timestamp)

describe('withTimes', () => {
  it('gives each piece the time stamp of its packet, whatever its duration is', () => {
    expect(timesOf(4)).toEqual([0, 1, 5, 6])
  })

  it('knows that a decoder returns nothing for the first packets', () => {
    expect(timesOf(3)).toEqual([1, 5, 6])
  })
})
