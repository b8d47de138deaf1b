import { describe, expect, it } from 'vitest'
import { parseTranscription, type SentWindow } from './parseTranscription.ts'

/** A window from 60 to 70 s with speech from 61 to 65 s. */
const window: SentWindow = { requested: undefined, speech: [{ start: 61_000, end: 65_000 }], offset: 60_000, end: 70_000 }
const parse = (reply: unknown, change: Partial<SentWindow> = {}) => parseTranscription(reply, { ...window, ...change })
const timesOf = ({ words }: ReturnType<typeof parse>) => words.map(({ text, start, end }) => [text, start, end])

describe('the reply of a speech server', () => {
  it('provides words and times, which are moved to their place in the recording', () => {
    const words = [
      { word: 'Good', start: 1, end: 1.4 },
      { word: ' morning', start: 1.5, end: 2, probability: 0.7 },
    ]
    const parsed = parse({ text: 'Good morning.', language: 'en', words })
    expect(parsed).toMatchObject({ language: 'en', hasTimes: true })
    expect(timesOf(parsed)).toEqual([
      ['Good', 61_000, 61_400],
      ['morning.', 61_500, 62_000],
    ])
    expect(parsed.words.map(({ confidence }) => confidence)).toEqual([1, 0.7])
  })

  it('provides the words of its segments', () => {
    const segments = [{ text: ' Good', start: 0, end: 2, words: [{ word: ' Good', start: 1, end: 1.4 }] }]
    expect(timesOf(parse({ text: 'Good', segments }))).toEqual([['Good', 61_000, 61_400]])
  })

  it('results in words in order and inside the window, whatever the server returns', () => {
    const words = [
      { word: 'b', start: 2, end: 99 },
      { word: 'a', start: -5, end: 3 },
    ]
    expect(timesOf(parse({ text: '', words }))).toEqual([
      ['a', 60_000, 63_000],
      ['b', 63_000, 70_000],
    ])
  })

  it('gets estimated times within the detected speech where it has none', () => {
    const parsed = parse({ text: 'Good morning everybody' })
    expect(parsed).toMatchObject({ language: '', hasTimes: false })
    expect(parsed.words.map(({ text }) => text)).toEqual(['Good', 'morning', 'everybody'])
    expect(parsed.words[0]!.start).toBe(61_000)
    expect(parsed.words.at(-1)!.end).toBeLessThanOrEqual(65_000)
  })

  it('gets estimated times within a segment, and no words for a segment without speech', () => {
    const segments = [
      { text: 'Good morning', start: 1, end: 3 },
      { text: 'Thank you.', start: 8, end: 9, no_speech_prob: 0.9, avg_logprob: -1.4 },
    ]
    const { words } = parse({ text: 'Good morning Thank you.', segments })
    expect(words.map(({ text }) => text)).toEqual(['Good', 'morning'])
    expect(words.at(-1)!.end).toBeLessThanOrEqual(63_000)
    expect(parse({ text: 'Thank you.', segments: segments.slice(1) }).words).toEqual([])
  })

  it('names its language by a code or in English, unless one was requested', () => {
    expect(['german', 'de-AT', 'DE', 'cantonese', 'klingon'].map((language) => parse({ text: '', language }).language)).toEqual([
      'de',
      'de',
      'de',
      '',
      '',
    ])
    expect(parse({ text: '', language: 'english' }, { requested: 'fr' }).language).toBe('fr')
  })

  it('splits languages without spaces into characters', () => {
    expect(parse({ text: '你好，世界', language: 'zh' }).words.map(({ text }) => text)).toEqual(['你', '好，', '世', '界'])
  })

  it('without a text counts as a server failure', () => {
    expect(() => parse({ words: [] })).toThrow('without a text')
  })
})
