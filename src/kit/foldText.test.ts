import { describe, expect, it } from 'vitest'
import { foldText, wordsOf } from './foldText.ts'

describe('text as searches compare it', () => {
  it.each([
    ['Café Zürich', 'cafe zurich'],
    ['ＡＢＣ', 'abc'],
    ['がっこう', 'がっこう'],
    ['회의록', '회의록'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('a query is its words', () => {
    expect(wordsOf('  Zürich  CAFÉ ')).toEqual(['zurich', 'cafe'])
    expect(wordsOf('   ')).toEqual([])
  })
})
