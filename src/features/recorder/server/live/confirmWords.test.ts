import { describe, expect, it } from 'vitest'
import type { Word } from '#platform/speech/speech.ts'
import { confirmWords } from './confirmWords.ts'
import { appendWords } from './liveLines.ts'
import { startAtPiece, type LiveProgress } from './planDecoding.ts'

/** Words of 400 ms, one every half second from `from` on. */
const wordsOf = (text: string, from = 0): Word[] =>
  text.split(' ').map((word, index) => [from + index * 500, from + index * 500 + 400, word, 0.9])
const textOf = (words: readonly Word[]) => words.map(([, , text]) => text).join(' ')
const decoded = (text: string, { from = 0, end }: { from?: number; end: number }) => ({
  words: wordsOf(text, from),
  language: 'en',
  end,
})

/** Confirms the texts one after another, each decoded from the start position returned for the previous one. */
function confirmAll(texts: { text: string; end: number }[]): { confirmed: string; progress: LiveProgress } {
  let progress = startAtPiece(1, 0)
  const confirmed: Word[] = []
  for (const { text, end } of texts) {
    const result = confirmWords(progress, decoded(text, { from: progress.start, end }))
    confirmed.push(...result.newlyConfirmed)
    progress = result.progress
  }
  return { confirmed: textOf(confirmed), progress }
}

describe('confirming live words', () => {
  it('confirms the words on which two decodings agree, ignoring capitals and punctuation', () => {
    const { confirmed, progress } = confirmAll([
      { text: 'We meet on two', end: 2000 },
      { text: 'we meet, on Tuesday to settle', end: 4000 },
    ])
    expect(confirmed).toBe('we meet, on')
    expect(textOf(progress.tail)).toBe('Tuesday to settle')
  })

  it('never repeats or changes confirmed words when their times move', () => {
    const first = confirmAll([
      { text: 'We meet on Tuesday', end: 2000 },
      { text: 'We meet on Tuesday to', end: 4000 },
    ])
    expect(first.confirmed).toBe('We meet on Tuesday')
    const moved = decoded('We met on Tuesday to settle the', { from: 300, end: 6000 })
    const next = confirmWords(first.progress, moved)
    expect(textOf(next.newlyConfirmed)).toBe('to')
    expect(textOf(next.progress.tail)).toBe('settle the')
  })

  it('never repeats words when an earlier one is the same as the last confirmed one', () => {
    const wrong = 'it was the epoch of the'
    const { progress } = confirmAll([
      { text: `${wrong} ink`, end: 4000 },
      { text: `${wrong} inn`, end: 4000 },
    ])
    const right = confirmWords(progress, decoded('it was the epoch of incredulity it was', { end: 8000 }))
    expect(textOf(right.progress.tail)).toBe('it was')
  })

  it('confirms words that are old even when the decodings differ', () => {
    const { confirmed } = confirmAll([
      { text: 'one two three', end: 4000 },
      { text: 'won too tree four', end: 12_000 },
    ])
    expect(confirmed).toBe('won too tree four')
  })

  it('cuts long audio after a sentence, and silence', () => {
    const sentence = 'Anna writes the minutes and Ben calls the printer. Then we all go home and eat cake again now and'
    const { progress } = confirmAll([
      { text: sentence, end: 10_000 },
      { text: sentence, end: 10_000 },
    ])
    expect(progress.start).toBe(4450)
    expect(textOf(progress.confirmed)).toBe('Then we all go home and eat cake again now and')
    const silent = confirmWords(startAtPiece(1, 0), { words: [], language: '', end: 8000 })
    expect(silent.progress.start).toBe(6000)
  })
})

describe('lines of live words', () => {
  it('end at a pause after a sentence, and only the last one grows', () => {
    const first = appendWords(undefined, wordsOf('We meet on Tuesday. Really?'), 'en')
    expect(first).toEqual([{ number: 0, start: 0, end: 2400, text: 'We meet on Tuesday. Really?' }])
    const next = appendWords(first.at(-1), wordsOf('Yes we do.', 4000), 'en')
    expect(next).toEqual([{ number: 1, start: 4000, end: 5400, text: 'Yes we do.' }])
    expect(appendWords(next.at(-1), wordsOf('Sure', 5500), 'en')).toMatchObject([{ number: 1, text: 'Yes we do. Sure' }])
    expect(appendWords(undefined, wordsOf('会議 は 火曜日'), 'ja')).toMatchObject([{ text: '会議は火曜日' }])
  })
})
