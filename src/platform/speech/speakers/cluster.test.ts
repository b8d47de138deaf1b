import { describe, expect, it } from 'vitest'
import { clusterVoices, type VoiceItem } from './cluster.ts'

/** A voice in a plane, at an angle in degrees. */
const voice = (degrees: number, options: Partial<VoiceItem> = {}): VoiceItem => ({
  embedding: Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)),
  weight: 1,
  ...options,
})

describe('clustering voices', () => {
  it('joins voices while their centroids are nearer than the threshold', () => {
    // A cosine distance of 0.5 is 60 degrees.
    expect(clusterVoices([voice(0), voice(20), voice(100), voice(110)], { threshold: 0.5 })).toEqual([0, 0, 1, 1])
    expect(clusterVoices([voice(0), voice(59)], { threshold: 0.5 })).toEqual([0, 0])
    expect(clusterVoices([voice(0), voice(61)], { threshold: 0.5 })).toEqual([0, 1])
  })

  it('weighs voices by how long they are', () => {
    // The last two are nearest. Their centroid is at 40 or 55 degrees, a cosine distance of 0.24 or 0.43 from the first.
    const items = (first: number, second: number) => [
      voice(0, { weight: first }),
      voice(40, { weight: second }),
      voice(70, { weight: 1 }),
    ]
    expect(clusterVoices(items(1, 100), { threshold: 0.25 })).toEqual([0, 0, 0])
    expect(clusterVoices(items(100, 1), { threshold: 0.25 })).toEqual([0, 1, 1])
  })

  it('never joins voices of the same window, also not in a larger cluster', () => {
    const items = [voice(0, { window: 1 }), voice(2, { window: 1 }), voice(1, { window: 2 }), voice(3, { window: 2 })]
    const labels = clusterVoices(items, { threshold: 0.5 })
    expect(labels[0]).not.toBe(labels[1])
    expect(labels[2]).not.toBe(labels[3])
  })

  it('joins voices of the same window only when there would be more than expected', () => {
    const items = [voice(0, { window: 1 }), voice(2, { window: 1 }), voice(90, { window: 1 })]
    expect(new Set(clusterVoices(items, { threshold: 0.5, atMost: 3 })).size).toBe(3)
    expect(clusterVoices(items, { threshold: 0.5, atMost: 2 })).toEqual([0, 0, 1])
    expect(clusterVoices(items, { threshold: 0.5, atMost: 1 })).toEqual([0, 0, 0])
  })

  it('joins beyond the threshold until at most the expected number is left, and never splits to reach it', () => {
    const items = [voice(0), voice(80), voice(180)]
    expect(new Set(clusterVoices(items, { threshold: 0.1, atMost: 2 })).size).toBe(2)
    expect(new Set(clusterVoices(items, { threshold: 0.1, atMost: 5 })).size).toBe(3)
    expect(new Set(clusterVoices([voice(0), voice(1)], { threshold: 0.5, atMost: 2 })).size).toBe(1)
  })

  it('finds the same voices in more items than are compared at once', () => {
    const items = Array.from({ length: 1700 }, (_, index) =>
      voice((index % 3) * 120 + (index % 7), { window: Math.floor(index / 3) }),
    )
    const labels = clusterVoices(items, { threshold: 0.3 })
    expect(new Set(labels).size).toBe(3)
    expect(labels.every((label, index) => label === labels[index % 3])).toBe(true)
  })

  it('returns nothing without items', () => {
    expect(clusterVoices([], { threshold: 0.5 })).toEqual([])
  })
})
