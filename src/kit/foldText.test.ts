import { describe, expect, it } from 'vitest'
import { foldText, wordsOf } from './foldText.ts'

describe('foldText', () => {
  it.each([
    ['Café Zürich', 'cafe zurich'],
    ['ＡＢＣ', 'abc'],
    ['がっこう', 'がっこう'],
    ['회의록', '회의록'],
  ])('turns %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('splits a query into folded words', () => {
    expect(wordsOf('  Zürich  CAFÉ ')).toEqual(['zurich', 'cafe'])
    expect(wordsOf('   ')).toEqual([])
  })
})
