import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { searchTitles, searchTitlesCached } from './searchTitles.ts'

const files = ['Café Zürich, part 2', 'ＡＢＣ 会議', 'がっこう', '회의록', 'Straße'].map((filename) => fileRow({ filename }))
const found = (query: string) => searchTitles(files, query).map(({ filename }) => filename)

describe('title search', () => {
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

  it('returns the same list for an empty query', () => {
    expect(searchTitles(files, '  ')).toBe(files)
  })
})

describe('filter while typing', () => {
  it.each([
    ['ㅎ', '하', '한', '한국'],
    ['ｶ', 'ｶﾞ', 'ｶﾞｯｺｳ'],
    ['か', 'が', 'がっ'],
    ['e', 'e\u0301', 'ex'],
    ['caf', 'cafe', 'cafe z', 'cafe zu', 'cafe z', 'caf'],
  ])('finds after %j the same as without the earlier queries', (...queries) => {
    const titles = [...files, ...['한국어', '하늘', 'ガッコウ', 'カット', 'exam', 'été'].map((filename) => fileRow({ filename }))]
    for (const query of queries) expect(searchTitlesCached(titles, query)).toEqual(searchTitles(titles, query))
    expect(queries.some((query) => searchTitlesCached(titles, query).length > 0)).toBe(true)
  })

  it('returns the same list for the same query', () => {
    const first = searchTitlesCached(files, 'abc')
    searchTitlesCached(files, 'abcd')
    expect(searchTitlesCached(files, 'abc')).toBe(first)
  })
})
