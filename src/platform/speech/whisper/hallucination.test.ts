import { describe, expect, it } from 'vitest'
import { isHallucination, loopLength, markRepeatedWords } from './hallucination.ts'

const speech = { noSpeech: 0.7, meanLogProb: -0.3, isLooping: false, text: 'We meet on Tuesday to settle the budget.' }

describe('isHallucination', () => {
  it('returns true when speech is unlikely and so is the text', () => {
    expect(isHallucination({ ...speech, meanLogProb: -0.71 })).toBe(true)
  })

  it('returns true when speech is unlikely and the text repeats itself', () => {
    expect(isHallucination({ ...speech, isLooping: true })).toBe(true)
    expect(isHallucination({ ...speech, text: 'la la di da '.repeat(20) })).toBe(true)
  })

  it('returns false for one of these alone', () => {
    expect(isHallucination(speech)).toBe(false)
    expect(isHallucination({ ...speech, noSpeech: 0.6, meanLogProb: -2, isLooping: true, text: 'la '.repeat(99) })).toBe(false)
  })
})

const repeat = (block: number[], repeatText: number) => Array.from({ length: repeatText }, () => block).flat()

describe('loopLength', () => {
  it('detects one token repeated fifteen times and counts fourteen as too many', () => {
    expect(loopLength([7, 8, ...repeat([1], 14)])).toBe(0)
    expect(loopLength([7, 8, ...repeat([1], 15)])).toBe(14)
  })

  it.each([2, 3, 5, 12])('detects a block of %i tokens repeated five times, with an incomplete last one', (size) => {
    const block = Array.from({ length: size }, (_, i) => 100 + i)
    const rounds = Math.max(5, Math.ceil(15 / size))
    expect(loopLength([1, 2, ...repeat(block, rounds - 1)])).toBe(0)
    expect(loopLength([1, 2, ...repeat(block, rounds)])).toBe((rounds - 1) * size)
    expect(loopLength([1, 2, ...repeat(block, rounds), 100])).toBe((rounds - 1) * size + 1)
  })

  it('leaves one copy of the block when the loop is cut off', () => {
    const tokens = [1, 2, ...repeat([5, 6, 7], 8)]
    expect(tokens.slice(0, tokens.length - loopLength(tokens))).toEqual([1, 2, 5, 6, 7])
  })

  it('ignores a text that repeats things twice', () => {
    expect(loopLength([])).toBe(0)
    expect(loopLength([...repeat([1, 2, 3, 4, 5, 6, 7, 8], 4)])).toBe(0)
    expect(loopLength([...repeat([1, 2], 12), 9])).toBe(0)
    expect(
      loopLength([
        ...repeat(
          Array.from({ length: 13 }, (_, i) => i),
          9,
        ),
      ]),
    ).toBe(0)
  })
})

describe('markRepeatedWords', () => {
  const never = () => false
  const withoutRepeats = (text: string, isRushed: (from: number, to: number) => boolean = never) => {
    const words = text.split(' ')
    const marks = markRepeatedWords(words, isRushed)
    return words.filter((_, i) => !marks[i]).join(' ')
  }
  const repeatText = (count: number, text: string) => Array.from({ length: count }, () => text).join(' ')

  it('keeps one of five copies of a whole sentence', () => {
    const sentence = 'Der Satz hat sechzehn Wörter und wird fünfmal gesagt, was kein Mensch an dieser Stelle tut.'
    expect(withoutRepeats(`Vorher. ${repeatText(5, sentence)} Danach.`)).toBe(`Vorher. ${sentence} Danach.`)
  })

  it.each([1, 2, 7, 40])('finds repeated blocks of %i words', (period) => {
    const block = Array.from({ length: period }, (_, i) => `w${i}`).join(' ')
    const rounds = Math.max(3, Math.ceil(8 / period))
    expect(withoutRepeats(repeatText(rounds, block))).toBe(block)
    expect(withoutRepeats(repeatText(2, block))).toBe(repeatText(2, block))
  })

  it('ignores repetitions that people do say', () => {
    for (const text of ['no, no, no, that is not it', 'he said that that was that', 'very very very very good'])
      expect(withoutRepeats(text)).toBe(text)
  })

  it('marks a second copy that is too fast for any speaker', () => {
    const text = 'the end of the day the end of the day'
    expect(withoutRepeats(text)).toBe(text)
    expect(withoutRepeats(text, () => true)).toBe('the end of the day')
  })

  it('ignores case and punctuation', () => {
    expect(withoutRepeats('Thank you. thank you, Thank you! thank you Thank you thank you')).toBe('Thank you.')
  })
})
