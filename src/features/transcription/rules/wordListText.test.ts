import { describe, expect, it } from 'vitest'
import { formatWordList, parseSounds, parseWordList } from '../rules.ts'

describe('a word list as a file', () => {
  it('has one term per line, followed by what it sounds like after commas, semicolons or tabs', () => {
    expect(
      parseWordList('Kasese\n\n Bwera ; beware a;beware a\r\nFort Portal\tport portal\rMasindi, "mass ""indie""",').lines,
    ).toEqual([
      { term: 'Kasese', sounds_like: [] },
      { term: 'Bwera', sounds_like: ['beware a'] },
      { term: 'Fort Portal', sounds_like: ['port portal'] },
      { term: 'Masindi', sounds_like: ['mass "indie"'] },
    ])
  })

  it('leaves out lines that are too long', () => {
    const text = `${'x'.repeat(101)}\nKasese,${'y'.repeat(101)}\nBwera${',z'.repeat(3)}\nOkafor,${Array.from({ length: 21 }, (_, n) => n).join(',')}`
    expect(parseWordList(text)).toEqual({ lines: [{ term: 'Bwera', sounds_like: ['z'] }], skipped: 3 })
  })

  it('is parsed as it was formatted', () => {
    const texts = ['a', '"', '""', 'a"b', "O'Connor", 'a, b', 'a;b', 'a\tb', 'a\nb', 'a\r\nb', '"a" b', 'é', ',']
    const lines = texts.map((term, index) => ({ term, sounds_like: texts.toSpliced(index, 1).slice(0, index) }))
    expect(parseWordList(formatWordList(lines))).toEqual({ lines, skipped: 0 })
  })

  it('has commas of several scripts between what a term sounds like', () => {
    expect(parseSounds(' beware a, Bewara，ベワラ、 ,')).toEqual(['beware a', 'Bewara', 'ベワラ'])
  })
})
