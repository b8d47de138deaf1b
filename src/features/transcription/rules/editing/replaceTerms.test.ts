import { describe, expect, it } from 'vitest'
import { createTermReplacer } from './replaceTerms.ts'

const TERMS: [find: string, replace: string][] = [
  ["casey's", 'Kasese'],
  ['case easy', 'Kasese'],
  ['new york', 'New York'],
  ['new york times', 'The New York Times'],
  ['c plus plus', 'C++'],
  ['straße', 'Straße 7'],
  ['οδος', 'Οδός'],
  ['会議', '大会議'],
  ['क', 'ख'],
  ['x', 'y'],
  ['y', 'z'],
  ['3 g', '3G'],
]

const replace = (text: string) =>
  createTermReplacer(TERMS.map(([find, replacement]) => ({ find, replace: replacement }))).replace(text)

describe('the terms of a word list', () => {
  it.each([
    ["To Casey's and back", 'To Kasese and back'],
    ["CASEY'S road", 'Kasese road'],
    ['a case  easy\nfor us', 'a Kasese\nfor us'.replace('\n', '\n')],
    ['the New York Times', 'the The New York Times'],
    ['new york time', 'New York time'],
    ['In c plus plus, mostly', 'In C++, mostly'],
    ['STRASSE STRAẞE', 'STRASSE Straße 7'],
    ['ΟΔΟΣ οδος', 'Οδός Οδός'],
    ['今日の会議です', '今日の大会議です'],
    ['कि क', 'कि ख'],
    ['x y', 'y z'],
    ['box x2 2x x-ray', 'box x2 2x y-ray'],
    ['43 g 3 g 3 gb', '43 g 3G 3 gb'],
    ['nothing of it', 'nothing of it'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(replace(text)).toBe(expected)
  })

  it('are replaced by the first of equal ones, which is that of a folder', () => {
    const terms = ['Kasese', 'Casey'].map((term) => ({ find: 'CASEY', replace: term }))
    expect(createTermReplacer(terms).replace('casey')).toBe('Kasese')
  })

  it('are reported once per match', () => {
    const used: string[] = []
    const replacer = createTermReplacer([
      { find: 'a b', replace: 'c' },
      { find: 'never', replace: 'd' },
    ])
    replacer.replace('a b, A B', ({ find }) => used.push(find))
    expect(used).toEqual(['a b', 'a b'])
  })

  it('may be 40,000, in a text of five hours', () => {
    const word = (n: number) => `w${((n * 2_654_435_761) >>> 0).toString(36)}`
    const terms = Array.from({ length: 40_000 }, (_, n) => ({ find: `${word(n)} ${word(n + 1)}`, replace: `T${n}` }))
    const text = Array.from({ length: 50_000 }, (_, n) => word(n % 20_000)).join(' ')
    const replaced = createTermReplacer(terms).replace(text)
    expect(replaced.split(' ').slice(0, 3)).toEqual(['T0', 'T2', 'T4'])
    expect(replaced.split(' ')).toHaveLength(25_000)
  })
})
