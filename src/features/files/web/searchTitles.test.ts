import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screen/LibraryServer.ts'
import { searchTitles } from './searchTitles.ts'

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
