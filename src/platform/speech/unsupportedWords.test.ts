import { expect, it } from 'vitest'
import { dropUnsupportedWords } from './unsupportedWords.ts'

const wordsAt = (start: number, text: string, each = 300) =>
  text.split(' ').map((word, i) => ({ text: word, confidence: 0.95, start: start + i * each, end: start + (i + 1) * each }))
const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')
const speech = [
  { start: 1000, end: 4000 },
  { start: 4800, end: 8000 },
]

it('keeps words within speech, and single quiet words next to it', () => {
  const words = [...wordsAt(1000, 'we all went home after the meeting'), ...wordsAt(9500, 'yes')]
  expect(dropUnsupportedWords(words, speech)).toBe(words)
})

it('drops phrases outside of speech, whatever their language and confidence', () => {
  for (const phrase of [
    'Thank you for watching!',
    'Untertitel der Amara.org-Community',
    'ご視聴 ありがとう ございました',
    'Sous-titres réalisés par Amara',
  ]) {
    const words = [...wordsAt(1000, 'we all went home'), ...wordsAt(20_000, phrase)]
    expect(textOf(dropUnsupportedWords(words, speech))).toBe('we all went home')
    expect(dropUnsupportedWords(wordsAt(300, phrase), [])).toEqual([])
  }
})

it('drops phrases that take longer to say than the speech lasts', () => {
  const click = [...speech, { start: 20_000, end: 20_300 }]
  const words = [...wordsAt(1000, 'we all went home'), ...wordsAt(20_000, 'Thank you for watching my videos.', 60)]
  expect(textOf(dropUnsupportedWords(words, click))).toBe('we all went home')
  expect(textOf(dropUnsupportedWords(wordsAt(20_000, 'Yes, of course.', 100), click))).toBe('Yes, of course.')
})
