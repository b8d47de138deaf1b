import { describe, expect, it } from 'vitest'
import { joinWords } from '#platform/speech/languages.ts'
import type { TimeSpan, Word } from '#platform/speech/speech.ts'
import {
  type TranscribedWindow,
  Segmenter,
  hasWords,
  notUnderstoodDuration,
  formatTranscript,
  buildSegments,
  spokenLanguageOf,
} from './rules.ts'

type WindowOptions = {
  /** Milliseconds from the start of one word to the start of the next. */
  wordInterval?: number
  /** Milliseconds of silence before the nth word. */
  pauses?: Record<number, number>
  language?: string
  from?: number
  notUnderstood?: readonly TimeSpan[]
}

/** Returns a window of consecutive words that start `each` ms apart. */
function createWindow(
  text: string,
  { wordInterval = 400, pauses = {}, language = 'en', from = 0, notUnderstood = [] }: WindowOptions = {},
): TranscribedWindow {
  let time = from
  const words = text.split(' ').map((word, n): Word => {
    time += pauses[n] ?? 0
    const start = time
    time += wordInterval
    return [start, start + wordInterval - 50, word, 0.9]
  })
  return { start: from, end: time, language, words, notUnderstood }
}

/** Splits a window into several. Each number is the index of the word at which a new window starts. */
function splitWindow(window: TranscribedWindow, ...wordIndexes: number[]): TranscribedWindow[] {
  const ends = [...wordIndexes, window.words.length]
  return ends.map((end, n) => {
    const words = window.words.slice(wordIndexes[n - 1] ?? 0, end)
    return { ...window, words, start: words[0]?.[0] ?? 0, end: words.at(-1)?.[1] ?? 0 }
  })
}

const createNotUnderstoodWindow = (from: number, to: number): TranscribedWindow => ({
  start: from,
  end: to,
  language: 'en',
  words: [],
  notUnderstood: [{ start: from, end: to }],
})

const segmentTexts = (...windows: TranscribedWindow[]) => buildSegments(windows, joinWords).map((segment) => segment.content)
const numberedWords = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ')

describe('segments of a transcript (B§3)', () => {
  const sentence = (count: number) => `${numberedWords(count).replace('w', 'W')}.`
  const wordCounts = (...windows: TranscribedWindow[]) => segmentTexts(...windows).map((text) => text.split(' ').length)

  it('are paragraphs of 30 to 90 words where one person goes on', () => {
    const sentences = (...counts: number[]) => counts.map((count) => sentence(count)).join(' ')
    expect(wordCounts(createWindow(sentences(12, 9, 14, 11, 20, 8, 17, 6, 13, 25)))).toEqual([46, 45, 44])
    const talk = Array.from({ length: 60 }, (_, n) => 4 + ((n * 7) % 37))
    const counts = wordCounts(createWindow(sentences(...talk)))
    for (const count of counts.slice(0, -1)) expect(count >= 30 && count <= 90, String(count)).toBe(true)
  })

  it('end after a sentence at a short pause once they are long enough', () => {
    expect(wordCounts(createWindow(`${sentence(32)} ${sentence(10)}`, { pauses: { 32: 600 } }))).toEqual([32, 10])
    expect(wordCounts(createWindow(`${sentence(28)} ${sentence(10)}`, { pauses: { 28: 600 } }))).toEqual([38])
  })

  it('end at a long pause, even within a sentence', () => {
    expect(segmentTexts(createWindow('and then he stopped to think', { pauses: { 4: 2500 } }))).toEqual([
      'and then he stopped',
      'to think',
    ])
    expect(segmentTexts(createWindow('and then he stopped to think', { pauses: { 4: 2400 } }))).toEqual([
      'and then he stopped to think',
    ])
  })

  it('end after a short sentence that a pause of two seconds follows', () => {
    const speech = 'Thank you all. Next is the budget.'
    expect(segmentTexts(createWindow(speech, { pauses: { 3: 2000 } }))).toEqual(['Thank you all.', 'Next is the budget.'])
    expect(segmentTexts(createWindow(speech, { pauses: { 3: 1900 } }))).toEqual([speech])
  })

  it('do not end where a slow speaker pauses within a sentence', () => {
    const slowSpeech = createWindow('if I go back to it tomorrow morning.', {
      wordInterval: 500,
      pauses: { 3: 1900, 4: 1500, 5: 2400 },
    })
    expect(segmentTexts(slowSpeech)).toEqual(['if I go back to it tomorrow morning.'])
  })

  it('end at shorter pauses within a sentence the longer they are', () => {
    expect(wordCounts(createWindow(numberedWords(50), { pauses: { 20: 1600, 35: 1600 } }))).toEqual([35, 15])
    expect(wordCounts(createWindow(numberedWords(80), { pauses: { 60: 600, 70: 600 } }))).toEqual([70, 10])
  })

  it('end at a clause in a very long sentence, and never exceed 90 words or a minute', () => {
    expect(wordCounts(createWindow(`${numberedWords(70)}, ${numberedWords(20)}`))).toEqual([70, 20])
    for (const wordInterval of [250, 900]) {
      for (const segment of buildSegments([createWindow(numberedWords(500), { wordInterval })], joinWords)) {
        expect(segment.words!.length).toBeLessThanOrEqual(90)
        expect(segment.end_time - segment.start_time).toBeLessThanOrEqual(61_000)
      }
    }
  })

  it('are split after their last sentence, else at the longest pause of their second half, when nothing ends them', () => {
    expect(wordCounts(createWindow(`${sentence(40)} ${sentence(70)}`))).toEqual([40, 70])
    expect(wordCounts(createWindow(numberedWords(100), { pauses: { 20: 450, 60: 400, 80: 300 } }))).toEqual([60, 40])
  })

  it('do not end at an abbreviation or before a word in lower case', () => {
    for (const text of ['Dr. Okafor', 'J. Smith', 'approx. half']) {
      expect(wordCounts(createWindow(`${numberedWords(44)} ${text} of them came. Yes.`))).toEqual([50])
    }
  })

  it('have three words or more unless nothing else is said between two pauses', () => {
    const speech = `${sentence(45)} Yes indeed. And now we go home.`
    expect(segmentTexts(createWindow(speech)).at(-1)).toBe('Yes indeed. And now we go home.')
    const rest = createWindow(`${numberedWords(70)} of it. Then we all went home.`, { pauses: { 70: 600, 72: 300 } })
    expect(wordCounts(rest)).toEqual([72, 5])
    expect(wordCounts(createWindow(`${numberedWords(70)} of it.`, { pauses: { 70: 600 } }))).toEqual([72])
    const lonely = createWindow('Are you sure about that? Yes. Then we go.', { pauses: { 5: 2600, 6: 2600 } })
    expect(segmentTexts(lonely)).toEqual(['Are you sure about that?', 'Yes.', 'Then we go.'])
  })

  it('take a fragment in another language, because the language of so few words is a guess', () => {
    const german = createWindow('Und dann.', { from: 1700, language: 'de' })
    expect(buildSegments([createWindow('we all went home'), german], joinWords)).toMatchObject([
      { content: 'we all went home Und dann.', language: 'en' },
    ])
    const lonely = [
      createWindow('Okay.', { language: 'en' }),
      createWindow('und dann auf Deutsch', { from: 500, language: 'de' }),
    ]
    expect(buildSegments(lonely, joinWords)).toMatchObject([{ content: 'Okay. und dann auf Deutsch', language: 'de' }])
  })

  it('end at the end of a sentence in languages with other punctuation', () => {
    const french = createWindow('Où est-il passé hier soir, dites-moi donc ? « Nulle part, hélas ! » Il dort là-haut.', {
      pauses: { 8: 2000 },
    })
    expect(segmentTexts(french)).toEqual([
      'Où est-il passé hier soir, dites-moi donc ?',
      '« Nulle part, hélas ! » Il dort là-haut.',
    ])
    const korean = createWindow('우리는 내일 아침에 다시 만나기로 했습니다. 그런데 비가 많이 왔습니다.', { pauses: { 6: 2000 } })
    expect(segmentTexts(korean)).toEqual(['우리는 내일 아침에 다시 만나기로 했습니다.', '그런데 비가 많이 왔습니다.'])
  })

  it('count two characters as a word in scripts without spaces', () => {
    const chinese = Array.from({ length: 12 }, () => '我们 明天 早上 再 见面 吧。').join(' ')
    const counts = segmentTexts(createWindow(chinese, { language: 'zh' })).map((text) => text.replaceAll('。', '').length)
    expect(counts).toEqual([90, 30])
    expect(segmentTexts(createWindow('昨日 は 雨 でした。 はい。', { language: 'ja', pauses: { 4: 2600 } }))).toEqual([
      '昨日は雨でした。',
      'はい。',
    ])
    expect(segmentTexts(createWindow('昨日 は 雨 でした。 はい。', { language: 'ja', pauses: { 4: 2400 } }))).toEqual([
      '昨日は雨でした。はい。',
    ])
  })

  it('contain every word once, in order, within their start and end times', () => {
    const windows = [createWindow(numberedWords(80)), createWindow(numberedWords(50), { from: 60_000 })]
    const segments = buildSegments(windows, joinWords)
    expect(segments.flatMap((segment) => segment.words ?? [])).toHaveLength(130)
    expect(segments.map((segment) => segment.id)).toEqual(segments.map((_, n) => String(n + 1)))
    for (const { words = [], start_time, end_time } of segments) {
      expect(words[0]?.[0]).toBe(start_time)
      expect(words.at(-1)?.[1]).toBe(end_time)
    }
  })

  it('join words as the language writes them', () => {
    expect(segmentTexts(createWindow('昨日 は 雨 でした。', { language: 'ja' }))).toEqual(['昨日は雨でした。'])
  })

  it('are an empty list when no words were recognised', () => {
    expect(segmentTexts({ start: 0, end: 30_000, language: 'en', words: [], notUnderstood: [] })).toEqual([])
  })
})

describe('segments over several windows', () => {
  const conversation = createWindow(
    'No. We met on the third of May, and that was that. Then nothing happened for many years. It was quiet, you know. Yes.',
    { pauses: { 12: 2100, 18: 700, 22: 2600 } },
  )

  it('continue in the next window unless a sentence or a long pause ends them', () => {
    expect(segmentTexts(...splitWindow(createWindow('and then we all went to the station'), 4))).toEqual([
      'and then we all went to the station',
    ])
    expect(segmentTexts(createWindow('and then we'), createWindow('went home', { from: 5000 }))).toEqual([
      'and then we',
      'went home',
    ])
  })

  it('do not depend on where the windows end', () => {
    const whole = segmentTexts(conversation)
    for (let first = 1; first < conversation.words.length - 1; first++) {
      for (let second = first + 1; second < conversation.words.length; second++) {
        expect(segmentTexts(...splitWindow(conversation, first, second)), `${first}, ${second}`).toEqual(whole)
      }
    }
  })

  it('end where a window is in another language', () => {
    const germanWindow = createWindow('und dann auf Deutsch', { from: 1200, language: 'de' })
    expect(buildSegments([createWindow('first in English'), germanWindow], joinWords).map(({ language }) => language)).toEqual([
      'en',
      'de',
    ])
  })

  it('only grow at the end, so that a further window changes at most the last segment', () => {
    const longWindow = createWindow(
      `${numberedWords(190)} it. Yes. ${numberedWords(30)}. ${numberedWords(60)}, ${numberedWords(50)}`,
      {
        pauses: { 20: 1600, 40: 600, 60: 2600, 90: 1400, 131: 600, 133: 2500, 200: 300 },
      },
    )
    for (const window of [conversation, longWindow]) {
      const segmenter = new Segmenter()
      let previous: string[] = []
      for (const part of splitWindow(window, ...window.words.keys().drop(1))) {
        segmenter.add(part)
        const currentTexts = segmenter.segments(joinWords).map(({ id, content }) => `${id} ${content}`)
        expect(currentTexts).toHaveLength(segmenter.count)
        expect(currentTexts.length).toBeGreaterThanOrEqual(previous.length)
        expect(currentTexts.slice(0, previous.length - 1)).toEqual(previous.slice(0, -1))
        previous = currentTexts
      }
    }
  })
})

describe('speech that was not understood', () => {
  const span = (start: number, end: number) => ({ start, end })

  it('is a separate segment at its position, marked as not understood', () => {
    const segments = buildSegments(
      [createWindow('We lost eleven nurses', { pauses: { 2: 6000 }, from: 47_000, notUnderstood: [span(50_200, 56_400)] })],
      joinWords,
    )
    expect(segments.map(({ content }) => content)).toEqual(['We lost', '[not understood 0:50-0:56]', 'eleven nurses'])
    expect(segments[1]).toEqual({
      id: '2',
      start_time: 50_200,
      end_time: 56_400,
      content: '[not understood 0:50-0:56]',
      speaker: '',
      original_speaker: '',
      words: [],
      not_understood: true,
    })
    expect(segments[0]).not.toHaveProperty('not_understood')
    expect(notUnderstoodDuration(segments)).toBe(6200)
  })

  it('can come before, between and after words, and shows hours from one hour on', () => {
    const spans = [span(3_590_000, 3_595_000), span(3_620_000, 3_626_000)]
    expect(segmentTexts(createWindow('We all went home.', { from: 3_600_000, notUnderstood: spans }))).toEqual([
      '[not understood 59:50-59:55]',
      'We all went home.',
      '[not understood 1:00:20-1:00:26]',
    ])
  })

  it('is one segment when two spans are less than half a second apart, also across windows', () => {
    const closeSpans = {
      ...createNotUnderstoodWindow(0, 20_000),
      notUnderstood: [span(1000, 3000), span(3400, 9000), span(9500, 20_000)],
    }
    expect(segmentTexts(closeSpans, createNotUnderstoodWindow(20_000, 24_000))).toEqual([
      '[not understood 0:01-0:09]',
      '[not understood 0:09-0:24]',
    ])
  })

  it('stays two segments when a word lies between two spans', () => {
    const windows = [
      createNotUnderstoodWindow(0, 2000),
      createWindow('So', { from: 2000 }),
      createNotUnderstoodWindow(2400, 5000),
    ]
    expect(segmentTexts(...windows)).toEqual(['[not understood 0:00-0:02]', 'So', '[not understood 0:02-0:05]'])
  })

  it('can be the whole transcript, which then has no words', () => {
    expect(hasWords(buildSegments([createNotUnderstoodWindow(0, 5000)], joinWords))).toBe(false)
    expect(hasWords(buildSegments([createNotUnderstoodWindow(0, 5000), createWindow('So', { from: 6000 })], joinWords))).toBe(
      true,
    )
    expect(hasWords([])).toBe(false)
  })

  it('is included in the plain-text transcript', () => {
    const segments = buildSegments([createWindow('We all went home.'), createNotUnderstoodWindow(5000, 9000)], joinWords)
    expect(formatTranscript(segments)).toBe('0:00\nWe all went home.\n\n0:05\n[not understood 0:05-0:09]')
  })
})

describe('the language of a transcript', () => {
  const said = (language: string, seconds: number, not_understood = false) => ({
    language,
    start_time: 0,
    end_time: seconds * 1000,
    not_understood,
  })

  it.each([
    ['the one spoken longest, not in most segments', [said('de', 2), said('de', 2), said('fr', 9)], 'en', 'fr'],
    ['the first of equally long ones', [said('de', 2), said('fr', 2)], 'en', 'de'],
    ['not that of noise', [said('de', 90, true), said('fr', 2)], 'en', 'fr'],
    ['the chosen one when segments do not say it', [said('', 2)], 'en', 'en'],
    ['unknown when it was to be found out', [said('', 2)], 'auto', ''],
    ['unknown without segments', [], undefined, ''],
  ] as const)('is %s', (_, segments, chosen, expected) => {
    expect(spokenLanguageOf(segments, chosen)).toBe(expected)
  })
})
