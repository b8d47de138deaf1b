import { describe, expect, it } from 'vitest'
import { normalizeText, foldText, foldedWords, cleanName } from './normalizeText.ts'
import { HOSTILE_NAMES } from '#test/fixtures/hostileNames.ts'

/** Two marks repeated in the order that takes longest to sort. */
const combiningMarks = (count: number) => '\u0301\u0323'.repeat(count / 2)

describe('normalizeText', () => {
  it('returns the text in the requested Unicode form', () => {
    expect(normalizeText('Cafe\u0301 m\u0323\u0301', 'NFC')).toBe('Caf\u00e9 \u1e43\u0301')
    expect(normalizeText('ｶﾞ ① Å', 'NFKD')).toBe('カ\u3099 1 A\u030a')
  })

  it('keeps thirty combining marks on a letter and drops the rest', () => {
    expect(normalizeText(`x${combiningMarks(30)}y`, 'NFC')).toHaveLength(32)
    expect(normalizeText(`x${combiningMarks(32)}y`, 'NFC')).toHaveLength(32)
    expect(normalizeText(`x${'\u0301\uff9e'.repeat(100)}`, 'NFKD')).toHaveLength(31)
  })

  it('keeps ten thousand characters and cuts off the rest', () => {
    expect(normalizeText('x'.repeat(10_000), 'NFC')).toHaveLength(10_000)
    expect(normalizeText('x'.repeat(10_001), 'NFC')).toHaveLength(10_000)
  })

  // Sorting all of these marks would take half a minute and exceed the time limit of the test.
  it('returns quickly for a text with very many combining marks', () => {
    expect(normalizeText(`a${combiningMarks(600_000)}`, 'NFC').length).toBeLessThan(40)
  })
})

describe('foldText', () => {
  it.each([
    ['Café Zürich', 'cafe zurich'],
    ['ＡＢＣ', 'abc'],
    ['がっこう', 'がっこう'],
    ['회의록', '회의록'],
  ])('turns %s into %s', (text, expected) => {
    expect(foldText(text)).toBe(expected)
  })

  it('splits a query into folded words', () => {
    expect(foldedWords('  Zürich  CAFÉ ')).toEqual(['zurich', 'cafe'])
    expect(foldedWords('   ')).toEqual([])
  })
})

describe('plainName', () => {
  it.each(HOSTILE_NAMES)('$what', ({ input, stored }) => {
    expect(cleanName(input)).toBe(stored)
    expect(cleanName(stored)).toBe(stored)
  })

  it.each(['', ' ', '\u200b', '\u200e\u200f', '\ufeff', '\u2060\u3164', '\u00ad \u0000', '\u202e', '\n\t'])(
    'returns an empty string for a name without visible characters: %j',
    (name) => {
      expect(cleanName(name)).toBe('')
    },
  )
})
