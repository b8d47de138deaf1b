import { describe, expect, it } from 'vitest'
import { MATCH_DISTANCE, matchVoices, voiceDistance } from './matchVoices.ts'

/** A voice at an angle from the first axis. Two voices of a plane have the distance sin(difference / 2). */
const at = (degrees: number, length = 1) => [
  length * Math.cos((degrees * Math.PI) / 180),
  length * Math.sin((degrees * Math.PI) / 180),
]
const sample = (name: string, embedding: number[], updateTime = 1) => ({ name, embedding, updateTime })
const THRESHOLD_DEGREES = (Math.asin(MATCH_DISTANCE) * 2 * 180) / Math.PI

const namesOf = (voices: Record<string, number[]>, samples: Parameters<typeof matchVoices>[1]) =>
  Object.fromEntries(
    matchVoices(
      Object.entries(voices).map(([id, embedding]) => ({ id, embedding })),
      samples,
    ).map(({ id, name }) => [id, name]),
  )

describe('the distance of two voices (B§4)', () => {
  it('is 0 for the same voice, 1 for opposite ones, and does not depend on the length', () => {
    expect(voiceDistance(at(10, 0.8), at(10, 5.8))).toBeCloseTo(0)
    expect(voiceDistance(at(0, 3), at(180))).toBeCloseTo(1)
    expect(voiceDistance(at(0), at(90))).toBeCloseTo(Math.SQRT1_2)
  })

  it('is 1 for voices that cannot be compared', () => {
    expect(voiceDistance([1, 0], [1, 0, 0])).toBe(1)
    expect(voiceDistance([0, 0], [1, 0])).toBe(1)
    expect(voiceDistance([Number.NaN, 0], [1, 0])).toBe(1)
    expect(voiceDistance([], [])).toBe(1)
  })
})

describe('matching voices (B§4)', () => {
  it('names a voice nearer than 0.46, and none at or above it', () => {
    const samples = [sample('Lena', at(0))]
    expect(namesOf({ a: at(THRESHOLD_DEGREES - 0.01) }, samples)).toEqual({ a: 'Lena' })
    expect(namesOf({ a: at(THRESHOLD_DEGREES + 0.01) }, samples)).toEqual({})
    expect(namesOf({ a: at(0) }, [])).toEqual({})
  })

  it('assigns a name only to the nearest voice, and one name per voice', () => {
    expect(namesOf({ a: at(-10), b: at(5) }, [sample('Lena', at(0))])).toEqual({ b: 'Lena' })
    const samples = [sample('Lena', at(0)), sample('Okafor', at(40))]
    expect(namesOf({ a: at(10), b: at(19) }, samples)).toEqual({ a: 'Lena', b: 'Okafor' })
    expect(namesOf({ a: at(20) }, [...samples, sample('Grace', at(21))])).toEqual({ a: 'Grace' })
  })

  it('compares with the mean of the five latest samples of a name', () => {
    const late = [2, 3, 4, 5, 6].map((time) => sample('Lena', at(0), time))
    expect(namesOf({ a: at(50) }, [...late, sample('Lena', at(100), 1)])).toEqual({ a: 'Lena' })
    expect(namesOf({ a: at(-50) }, [...late, sample('Lena', at(100), 1)])).toEqual({ a: 'Lena' })
    expect(namesOf({ a: at(-50) }, [...late, sample('Lena', at(100), 7)])).toEqual({})
    // A loud sample counts no more than a quiet one.
    expect(namesOf({ a: at(75) }, [sample('Lena', at(0, 9)), sample('Lena', at(60, 0.1))])).toEqual({ a: 'Lena' })
  })

  it('ignores samples of another engine', () => {
    expect(namesOf({ a: at(0) }, [sample('Lena', at(0), 2), sample('Lena', [1, 0, 0], 1)])).toEqual({ a: 'Lena' })
    expect(namesOf({ a: at(0) }, [sample('Lena', [1, 0, 0], 2), sample('Lena', at(0), 1)])).toEqual({})
  })
})
