import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screen/LibraryServer.ts'
import { searchTitles, titlesFound } from './searchTitles.ts'

const files = ['Café Zürich, part 2', 'ＡＢＣ 会議', 'がっこう', '회의록', 'Straße'].map((filename) => fileRow({ filename }))
const found = (query: string) => searchTitles(files, query).map(({ filename }) => filename)

describe('searching titles', () => {
  it.each([
    ['cafe zurich', ['Café Zürich, part 2']],
    ['2 CAFÉ', ['Café Zürich, part 2']],
    ['abc', ['ＡＢＣ 会議']],
    ['会議', ['ＡＢＣ 会議']],
    ['がっ', ['がっこう']],
    ['かっ', []],
    ['회의', ['회의록']],
    ['zurich part 3', []],
  ])('%j finds %j', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })

  it('shows all, and the very same list, for an empty query', () => {
    expect(searchTitles(files, '  ')).toBe(files)
  })
})

describe('a filter as one types it', () => {
  it.each([
    ['ㅎ', '하', '한', '한국'],
    ['ｶ', 'ｶﾞ', 'ｶﾞｯｺｳ'],
    ['か', 'が', 'がっ'],
    ['e', 'e\u0301', 'ex'],
    ['caf', 'cafe', 'cafe z', 'cafe zu', 'cafe z', 'caf'],
  ])('finds after %j the same as if it had not been asked before', (...queries) => {
    const titles = [...files, ...['한국어', '하늘', 'ガッコウ', 'カット', 'exam', 'été'].map((filename) => fileRow({ filename }))]
    for (const query of queries) expect(titlesFound(titles, query)).toEqual(searchTitles(titles, query))
    expect(queries.some((query) => titlesFound(titles, query).length > 0)).toBe(true)
  })

  it('answers the same question with the very same list', () => {
    const first = titlesFound(files, 'abc')
    titlesFound(files, 'abcd')
    expect(titlesFound(files, 'abc')).toBe(first)
  })
})
