import { describe, expect, it } from 'vitest'
import { findGaps, pieceAt } from './gaps.ts'
import type { TimeSpan } from './speech.ts'

const span = (start: number, end: number): TimeSpan => ({ start, end })
/** Words spoken one after another from `start`, a third of a second each. */
const wordsFrom = (count: number, start: number) =>
  Array.from({ length: count }, (_, i) => span(start + i * 333, start + i * 333 + 313))

describe('findGaps', () => {
  it('returns stretches of 1.2 s and more without a word in a piece of speech that has words', () => {
    expect(findGaps(wordsFrom(3, 1000), [span(0, 10_000)])).toEqual([span(2129, 10_000)])
    expect(findGaps(wordsFrom(3, 1000), [span(800, 3_300)])).toEqual([])
  })

  it('returns every piece of 0.3 s and more without a word', () => {
    expect(findGaps([], [span(0, 290), span(5000, 5310), span(7000, 12_000)])).toEqual([span(5000, 5310), span(7000, 12_000)])
    expect(findGaps([span(0, 400), span(4000, 4400)], [span(0, 400), span(2000, 2400), span(4000, 4400)])).toEqual([
      span(2000, 2400),
    ])
  })

  it('returns a short piece whole, although the margin of a word reaches into it', () => {
    expect(findGaps([span(0, 1000)], [span(0, 1000), span(1100, 1500)])).toEqual([span(1100, 1500)])
  })

  it('does not return pauses', () => {
    expect(findGaps([...wordsFrom(1, 0), ...wordsFrom(1, 9000)], [span(0, 400), span(9000, 9400)])).toEqual([])
  })

  it('returns gaps before, between and after the words', () => {
    const words = [...wordsFrom(1, 3000), ...wordsFrom(1, 8000)]
    expect(findGaps(words, [span(0, 12_000)])).toEqual([span(0, 2850), span(3463, 7850), span(8463, 12_000)])
  })
})

it('pieceAt returns the piece at or nearest to a time', () => {
  const speech = [span(0, 1000), span(2000, 3000)]
  expect([500, 1400, 1600, 9000].map((time) => pieceAt(speech, time))).toEqual([speech[0], speech[0], speech[1], speech[1]])
  expect(pieceAt([], 5)).toBeUndefined()
})
