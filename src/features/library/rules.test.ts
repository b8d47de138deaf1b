import { describe, expect, it } from 'vitest'
import { parseFileListSearch } from './rules.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'

const parse = (query: string) => parseFileListSearch(parsePlainSearch(query))

describe('the query of /file-list (A§2)', () => {
  it.each([
    ['', {}],
    ['?categoryId=allFiles', { categoryId: 'allFiles' }],
    ['?categoryId=trash', { categoryId: 'trash' }],
    ['?categoryId=unorganized', { categoryId: 'unorganized' }],
    ['?categoryId=NotePinS', { categoryId: 'NotePinS' }],
    ['?categoryId=welcomeNote', {}],
    ['?categoryId=nonsense', {}],
    ['?categoryId=constructor', {}],
    ['?tagId=12345678901234567890', { tagId: '12345678901234567890' }],
    ['?tagId=1e3', { tagId: '1e3' }],
    ['?tagId=true&categoryId=trash', { tagId: 'true' }],
    ['?tagId=', {}],
    ['?tagId=../../x', {}],
    [`?tagId=${'x'.repeat(65)}`, {}],
  ])('parses %s as %j', (query, search) => {
    expect(parse(query)).toEqual(search)
  })

  it('writes values as plain strings without quotes, so that parsing returns them unchanged', () => {
    expect(stringifyPlainSearch({ tagId: '123', categoryId: undefined })).toBe('?tagId=123')
    expect(stringifyPlainSearch({ from_url: '/file-list?a=b&c=d' })).toBe('?from_url=%2Ffile-list%3Fa%3Db%26c%3Dd')
    expect(stringifyPlainSearch({})).toBe('')
    expect(parsePlainSearch(stringifyPlainSearch({ a: '1 + 1 & "2"' }))).toEqual({ a: '1 + 1 & "2"' })
  })
})
