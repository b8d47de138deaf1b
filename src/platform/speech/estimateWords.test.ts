import { describe, expect, it } from 'vitest'
import { estimateWords } from './estimateWords.ts'

const speech = [
  { start: 1000, end: 2000 },
  { start: 5000, end: 6000 },
]

describe('estimateWords', () => {
  it('divides the detected speech among the words by their length', () => {
    const [short, long] = estimateWords('a wonderful', [{ start: 0, end: 1200 }], 'en')
    expect(short).toMatchObject({ text: 'a', start: 0 })
    expect(long!.end - long!.start).toBeGreaterThan(3 * (short!.end - short!.start))
    expect(long!.end).toBeLessThanOrEqual(1200)
  })

  it('puts no word into a pause', () => {
    const words = estimateWords('one two six ten', speech, 'en')
    expect(words.map(({ start }) => start)).toEqual([1000, 1500, 5000, 5500])
    expect(words.every(({ start, end }) => end <= 2000 || start >= 5000)).toBe(true)
  })

  it('returns nothing for an empty text', () => {
    expect(estimateWords(' ', speech, 'en')).toEqual([])
  })
})
