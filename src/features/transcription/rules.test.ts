import { describe, expect, it } from 'vitest'
import { joinWords } from '#platform/speech/joinWords.ts'
import type { Word } from '#platform/speech/speech.ts'
import { type Heard, segmentsOf } from './rules.ts'

/** Words said one after the other, `each` ms apart, in windows cut where the caller says. */
function heard(text: string, { each = 400, pauses = {} as Record<number, number>, language = 'en', from = 0 } = {}): Heard {
  let at = from
  const words = text.split(' ').map((word, n): Word => {
    at += pauses[n] ?? 0
    const start = at
    at += each
    return [start, start + each - 50, word, 0.9]
  })
  return { start: from, end: at, language, words }
}

const texts = (...windows: Heard[]) => segmentsOf(windows, joinWords).map((segment) => segment.content)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ')

describe('segments of a transcript (B§3)', () => {
  it('end with a sentence once there is enough to read', () => {
    expect(
      texts(heard('No. We met on the third of May and that was that. Then nothing happened for many years at all.')),
    ).toEqual(['No. We met on the third of May and that was that.', 'Then nothing happened for many years at all.'])
  })

  it('end at a long pause, wherever it falls', () => {
    expect(texts(heard('and then he stopped to think', { pauses: { 4: 2000 } }))).toEqual(['and then he stopped', 'to think'])
  })

  it('end with a clause when a sentence goes on for long, and never run past twenty seconds', () => {
    const [first, second] = texts(heard(`${numbers(36)}, ${numbers(20)}`))
    expect(first).toMatch(/word35,$/)
    expect(second).toMatch(/^word0/)
    for (const segment of segmentsOf([heard(numbers(300))], joinWords)) {
      expect(segment.end_time - segment.start_time).toBeLessThanOrEqual(20_400)
    }
  })

  it('keep every word once, in order, within their times', () => {
    const windows = [heard(numbers(80)), heard(numbers(50), { from: 60_000 })]
    const segments = segmentsOf(windows, joinWords)
    expect(segments.flatMap((segment) => segment.words ?? [])).toHaveLength(130)
    expect(segments.map((segment) => segment.id)).toEqual(segments.map((_, n) => String(n + 1)))
    for (const { words = [], start_time, end_time } of segments) {
      expect(words[0]?.[0]).toBe(start_time)
      expect(words.at(-1)?.[1]).toBe(end_time)
    }
  })

  it('join words as their language writes them', () => {
    expect(texts(heard('昨日 は 雨 でした。', { language: 'ja' }))).toEqual(['昨日は雨でした。'])
  })

  it('are none when nothing was heard', () => {
    expect(texts({ start: 0, end: 30_000, language: 'en', words: [] })).toEqual([])
  })
})
