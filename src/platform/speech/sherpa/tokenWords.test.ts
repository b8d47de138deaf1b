import { describe, expect, it } from 'vitest'
import type { SherpaResult } from './sherpaRecognizer.ts'
import { wordsFromTokens } from './tokenWords.ts'

const resultOf = (tokens: string[], timestamps: number[], durations: number[] = []): SherpaResult => ({
  text: tokens.join(''),
  lang: '',
  tokens,
  timestamps,
  durations,
})
const timesOf = (result: SherpaResult, language = 'en') =>
  wordsFromTokens(result, 5000, language).map(({ text, start, end }) => [text, start, end])

describe('wordsFromTokens', () => {
  it('joins the tokens of a word, and punctuation to the word before it', () => {
    const result = resultOf(
      [' Good', ' mor', 'ning', ',', ' all', '.'],
      [0.5, 1, 1.2, 1.4, 2, 2.2],
      [0.3, 0.2, 0.2, 0.1, 0.2, 0.1],
    )
    expect(timesOf(result)).toEqual([
      ['Good', 500, 800],
      ['morning,', 1000, 1500],
      ['all.', 2000, 2300],
    ])
  })

  it('ends a token without a duration at the next one, or before a pause', () => {
    expect(timesOf(resultOf([' a', ' b', ' c'], [0, 0.2, 4.8]))).toEqual([
      ['a', 0, 200],
      ['b', 200, 800],
      ['c', 4800, 5000],
    ])
  })

  it('treats the markers of SentencePiece as spaces', () => {
    expect(timesOf(resultOf(['▁Gu', 'ten', '▁Tag'], [0, 0.1, 0.5])).map(([text]) => text)).toEqual(['Guten', 'Tag'])
  })

  it('returns each character of a language without spaces', () => {
    expect(timesOf(resultOf(['你', '好', '。'], [0, 0.2, 0.4]), 'yue').map(([text]) => text)).toEqual(['你', '好。'])
  })
})
