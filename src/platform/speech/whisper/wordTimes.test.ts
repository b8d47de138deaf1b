import { describe, expect, it } from 'vitest'
import type { AttentionScores } from './networks.ts'
import { alignTokens, locateWords } from './wordTimes.ts'

/** Returns scores of two task tokens and one text token per place. Each token attends to its place for `width` frames. */
function scoresFor(positions: readonly number[], frames: number, width = 4): AttentionScores {
  const rows = positions.length + 2
  const values = new Float32Array(2 * rows * frames)
  for (let head = 0; head < 2; head++)
    // The row before a token has its position. The last row belongs to the end token.
    [...positions, frames - 2].forEach((position, i) => {
      for (let t = position; t < Math.min(frames, position + width); t++) values[(head * rows + i + 1) * frames + t] = 8
    })
  return { values, heads: 2, rows, columns: frames }
}

describe('alignTokens', () => {
  it('aligns each token with the frames the decoder attended to, in order', () => {
    const spans = alignTokens(scoresFor([10, 30, 60], 100), 1, 100)
    expect(spans).toHaveLength(3)
    spans.forEach(({ start, end, peak }, i) => {
      const position = [10, 30, 60][i]!
      expect(start).toBeLessThanOrEqual(position + 1)
      expect(end).toBeGreaterThan(position)
      expect(Math.abs(peak - position)).toBeLessThanOrEqual(4)
    })
    expect(spans[1]!.start).toBeGreaterThanOrEqual(spans[0]!.end - 1)
  })

  it('ignores the frames of the padding', () => {
    for (const { end } of alignTokens(scoresFor([10, 30], 100), 1, 40)) expect(end).toBeLessThanOrEqual(40)
  })

  it('returns one span for a text of one token', () => {
    expect(alignTokens(scoresFor([5], 30), 1, 30)).toHaveLength(1)
  })
})

describe('locateWords', () => {
  const word = (text: string, firstToken: number, lastToken = firstToken) => ({ text, confidence: 0.9, firstToken, lastToken })
  const span = (start: number, end: number, peak = start) => ({ start, end, peak })

  it('returns the time from the first to the last token of a word, in milliseconds', () => {
    expect(locateWords([word('two', 0), word('cities', 1, 2)], [span(5, 15), span(15, 25), span(25, 40)])).toEqual([
      { text: 'two', confidence: 0.9, start: 100, end: 300 },
      { text: 'cities', confidence: 0.9, start: 300, end: 800 },
    ])
  })

  it('limits a token longer than 0.8 s to the surroundings of its peak, so that it does not cover skipped speech', () => {
    expect(locateWords([word('long', 0)], [span(0, 500, 450)])).toMatchObject([{ start: 8750, end: 9250 }])
  })

  it('ignores a first token that is far from the others', () => {
    expect(locateWords([word('Once', 0, 1)], [span(0, 10), span(700, 710)])).toMatchObject([{ start: 14_000, end: 14_200 }])
  })
})
