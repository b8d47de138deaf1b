import { describe, expect, it } from 'vitest'
import { foldText, foldedWords } from './foldText.ts'

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
