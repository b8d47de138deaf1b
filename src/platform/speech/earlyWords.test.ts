import { describe, expect, it } from 'vitest'
import { correctEarlyWords, moveFirstWord } from './earlyWords.ts'
import type { TimeSpan } from './speech.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

const span = (start: number, end: number): TimeSpan => ({ start, end })
const word = (text: string, start: number, end = start + 250): TimedWord => ({ text, confidence: 0.9, start, end })
const times = (words: readonly TimedWord[]) => words.map(({ text, start, end }) => [text, start, end])

describe('moveFirstWord', () => {
  it('moves the first word right before the second when there is speech without a word between them', () => {
    const words = [word('The', 0), word('cabbage', 5000)]
    expect(times(moveFirstWord(words, [span(0, 300), span(2000, 2400), span(5000, 6000)]))).toEqual([
      ['The', 4750, 5000],
      ['cabbage', 5000, 5250],
    ])
  })

  it('does not move a first word that is a sentence, or one without a gap after it', () => {
    const speech = [span(0, 300), span(2000, 2400), span(5000, 6000)]
    const sentence = [word('Yes.', 0), word('We', 5000)]
    expect(moveFirstWord(sentence, speech)).toBe(sentence)
    const words = [word('Well', 0), word('then', 5000)]
    expect(moveFirstWord(words, [span(0, 300), span(5000, 6000)])).toBe(words)
  })
})

describe('correctEarlyWords', () => {
  const speech = [span(0, 450), span(2700, 7700)]
  const words = [word('The', 40), word('cabbage', 2840), word('juice', 3100)]
  const decodeTo =
    (...texts: string[]) =>
    async () =>
      texts.map((text, n) => word(text, 50 + 200 * n))

  it('moves a word to after the silence where its sentence continues, when the piece before does not contain it', async () => {
    const corrected = await correctEarlyWords(words, speech, decodeTo('Many', 'people'))
    expect(times(corrected)[0]).toEqual(['The', 2590, 2840])
  })

  it('does not move it when decoding finds it, or nothing, before the silence', async () => {
    expect(await correctEarlyWords(words, speech, decodeTo('the'))).toBe(words)
    expect(await correctEarlyWords(words, speech, decodeTo())).toBe(words)
    expect(await correctEarlyWords(words, speech, async () => 'silent')).toBe(words)
  })

  it('decodes nothing when the sentence has ended, another begins, the pause is short or the piece long', async () => {
    const fail = () => Promise.reject(new Error('not expected'))
    expect(await correctEarlyWords([word('Yes.', 40), word('the', 2840)], speech, fail)).toHaveLength(2)
    expect(await correctEarlyWords([word('Yes', 40), word('The', 2840)], speech, fail)).toHaveLength(2)
    expect(
      await correctEarlyWords([word('The', 40), word('cabbage', 1400)], [span(0, 450), span(1300, 7700)], fail),
    ).toHaveLength(2)
    expect(await correctEarlyWords(words, [span(0, 1400), span(2700, 7700)], fail)).toBe(words)
  })
})
