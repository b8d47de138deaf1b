import { describe, expect, it } from 'vitest'
import { toTitle } from './title.ts'

describe('the title from a headline', () => {
  it.each([
    ['“Budget for the new printer”.', 'Budget for the new printer'],
    ['"Budget" and "printer"', '"Budget" and "printer"'],
    ['「図書館の予算」。', '図書館の予算'],
    ['A [gift](https://evil.example) <b>for</b>\n\u202eyou…', 'A gift for you'],
    ['Who pays for the roof?', 'Who pays for the roof?'],
    ['L’école du quartier', 'L’école du quartier'],
    [' \u200b ', ''],
  ])('has no marks around it: %s', (headline, title) => expect(toTitle(headline)).toBe(title))

  it.each([
    [`${'Budget '.repeat(20)}and more`, 'Budget '.repeat(11).trim()],
    ['予'.repeat(100), '予'.repeat(80)],
    [`${'x'.repeat(79)}, and more`, 'x'.repeat(79)],
    ['🎙'.repeat(90), '🎙'.repeat(80)],
  ])('has at most 80 characters and whole words: %s', (headline, title) => expect(toTitle(headline)).toBe(title))
})
