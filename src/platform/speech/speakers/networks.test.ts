import { describe, expect, it } from 'vitest'
import { toActivity } from './networks.ts'

/** A frame with these probabilities of: silence, one of three speakers, two of them (0 and 1, 0 and 2, 1 and 2). */
const frameOf = (...probabilities: number[]) => toActivity(Float32Array.from(probabilities, (each) => Math.log(each + 1e-9)))

describe('reading the segmentation', () => {
  it('adds up the probability of each speaker in all classes', () => {
    const { frames, activity, probability } = frameOf(0, 0.6, 0.1, 0, 0.2, 0.1, 0)
    expect(frames).toBe(1)
    expect([...activity]).toEqual([1, 0, 0])
    expect([...probability].map((each) => Math.round(each / 2.55))).toEqual([90, 30, 10])
  })

  it('finds a voice that is a little less likely than silence, but not one that is much less likely', () => {
    expect([...frameOf(0.6, 0.35, 0.05, 0, 0, 0, 0).activity]).toEqual([1, 0, 0])
    expect([...frameOf(0.8, 0.15, 0.05, 0, 0, 0, 0).activity]).toEqual([0, 0, 0])
  })

  it('finds two voices at once', () => {
    expect([...frameOf(0.1, 0.1, 0, 0.1, 0, 0.7, 0).activity]).toEqual([1, 0, 1])
  })
})
