import { describe, expect, it } from 'vitest'
import { NO_COUNTS, isInListView, isSource, newestFirst, recount } from './rules.ts'

const file = (overrides: Partial<{ is_trash: boolean; filetag_id_list: string[]; scene: number }> = {}) => ({
  is_trash: false,
  filetag_id_list: [],
  scene: 101,
  ...overrides,
})

describe('default order of lists', () => {
  it('sorts newest first, then by id within the same second', () => {
    const [oldest, a, b] = [
      { start_time: 1, id: 'c' } as const,
      { start_time: 2, id: 'a' } as const,
      { start_time: 2, id: 'b' } as const,
    ]
    expect([oldest, a, b].toSorted(newestFirst)).toEqual([b, a, oldest])
    expect([b, a, oldest].toSorted(newestFirst)).toEqual([b, a, oldest])
  })
})

describe('lists of the library (B§2)', () => {
  it.each([
    ['everything without a query', {}, file(), true],
    ['everything in allFiles', { categoryId: 'allFiles' }, file({ filetag_id_list: ['a'] }), true],
    ['no trash in allFiles', { categoryId: 'allFiles' }, file({ is_trash: true }), false],
    ['only the trash in trash', { categoryId: 'trash' }, file({ is_trash: true }), true],
    ['no active recordings in trash', { categoryId: 'trash' }, file(), false],
    ['recordings without a folder in unorganized', { categoryId: 'unorganized' }, file(), true],
    ['no recordings of folders in unorganized', { categoryId: 'unorganized' }, file({ filetag_id_list: ['a'] }), false],
    ['calls in call', { categoryId: 'call' }, file({ scene: 7 }), true],
    ['no uploads in call', { categoryId: 'call' }, file(), false],
    ['the recordings of a folder', { tagId: 'a' }, file({ filetag_id_list: ['b', 'a'] }), true],
    ['no recordings of other folders in a folder', { tagId: 'a' }, file({ filetag_id_list: ['b'] }), false],
    ['no trash in a folder', { tagId: 'a' }, file({ filetag_id_list: ['a'], is_trash: true }), false],
    ['the folder when both are given', { tagId: 'a', categoryId: 'trash' }, file({ filetag_id_list: ['a'] }), true],
    ['everything in an unknown category', { categoryId: 'toString' }, file(), true],
  ])('contain %s', (_, listView, recording, expected) => {
    expect(isInListView(recording, listView)).toBe(expected)
  })

  it('recounts changed recordings and counts the trash separately', () => {
    const fileInFolders = file({ filetag_id_list: ['a', 'b'], scene: 7 })
    const counts = recount(NO_COUNTS, [
      [null, file()],
      [null, fileInFolders],
      [null, file({ filetag_id_list: ['a'] })],
      [null, file({ filetag_id_list: ['a'], is_trash: true })],
    ])
    expect(counts).toEqual({ all: 3, unorganized: 1, trash: 1, by_folder: { a: 2, b: 1 }, by_scene: { 101: 2, 7: 1 } })
    const recounted = recount(counts, [
      [fileInFolders, { ...fileInFolders, is_trash: true }],
      [file(), null],
    ])
    expect(recounted).toEqual({ all: 1, unorganized: 0, trash: 2, by_folder: { a: 1, b: 0 }, by_scene: { 101: 1, 7: 0 } })
    expect(NO_COUNTS).toEqual({ all: 0, unorganized: 0, trash: 0, by_folder: {}, by_scene: {} })
  })

  it('recognizes the sources of B§3 by name', () => {
    expect(['note', 'call', 'notepin', 'NotePro', 'NotePinS', 'web', 'desktop'].every(isSource)).toBe(true)
    expect([undefined, 'allFiles', 'constructor'].some(isSource)).toBe(false)
  })
})
