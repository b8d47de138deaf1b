import { describe, expect, it } from 'vitest'
import { joinWords } from '../joinWords.ts'
import type { Word } from '../speech.ts'
import { tokenWords } from './tokenWords.ts'

/** Returns the text decoded from tokens with these texts. */
const decoded = (...pieces: string[]) => {
  let text = ''
  const ends = pieces.map((piece) => (text += piece).length)
  return { text, ends }
}
const joined = (words: readonly { text: string; confidence: number }[], language: string) =>
  joinWords(
    words.map(({ text, confidence }): Word => [0, 0, text, confidence]),
    language,
  )
const wordsOf = (text: string) =>
  tokenWords(
    decoded(...text),
    Array.from(text, () => 0),
    /[ก-๙]/.test(text) ? 'th' : 'ja',
  )

describe('tokenWords', () => {
  it('splits at spaces, keeps punctuation and removes the spaces', () => {
    const words = tokenWords(decoded(' It', ' was', ',', ' Dick', 'ens', '.'), [0, 0, 0, 0, 0, 0], 'en')
    expect(words.map(({ text }) => text)).toEqual(['It', 'was,', 'Dickens.'])
    expect(joined(words, 'en')).toBe('It was, Dickens.')
  })

  it('returns the mean probability of its tokens as the confidence of a word', () => {
    const words = tokenWords(decoded(' It', ' Dick', 'ens'), [Math.log(0.9), Math.log(0.8), Math.log(0.2)], 'en')
    expect(words[0]?.confidence).toBeCloseTo(0.9, 6)
    expect(words[1]?.confidence).toBeCloseTo(0.4, 6)
  })

  it('counts the tokens at the beginning of a multi-token letter', () => {
    const words = tokenWords({ text: ' a é', ends: [2, 3, 4] }, [0, Math.log(0.5), Math.log(0.5)], 'en')
    expect(words.map(({ confidence }) => confidence)).toEqual([1, 0.5])
  })

  it.each([
    '吾輩は猫である。名前はまだ無い。',
    '「はい」と言った。（笑）',
    'สวัสดีครับ ผมชื่อสมชาย',
    'これは API です。Hello World と言う',
  ])('joins back to the same text in a language without spaces: %s', (text) => {
    const words = wordsOf(text)
    expect(words.length).toBeGreaterThan(2)
    expect(words.every((word) => /^\S/.test(word.text) && /[\p{L}\p{N}]/u.test(word.text))).toBe(true)
    expect(joined(words, 'th')).toBe(text)
  })

  it('puts an opening quote into the following word and a closing one into the previous word', () => {
    expect(wordsOf('「はい」と').map(({ text }) => text)).toEqual(['「はい」', 'と'])
  })

  it('returns no words without text', () => {
    expect(tokenWords(decoded(' '), [0], 'en')).toEqual([])
    expect(tokenWords(decoded(' '), [0], 'ja')).toEqual([])
  })
})
