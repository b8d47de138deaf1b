import { describe, expect, it } from 'vitest'
import { countFiles, isOnShelf, isSource } from './rules.ts'

const file = (over: Partial<{ is_trash: boolean; filetag_id_list: string[]; scene: number }> = {}) => ({
  is_trash: false,
  filetag_id_list: [],
  scene: 101,
  ...over,
})

describe('the shelves of the library (B§2)', () => {
  it.each([
    ['everything without a query', {}, file(), true],
    ['everything in allFiles', { categoryId: 'allFiles' }, file({ filetag_id_list: ['a'] }), true],
    ['nothing of the trash in allFiles', { categoryId: 'allFiles' }, file({ is_trash: true }), false],
    ['only the trash in trash', { categoryId: 'trash' }, file({ is_trash: true }), true],
    ['nothing else in trash', { categoryId: 'trash' }, file(), false],
    ['what has no folder in unorganized', { categoryId: 'unorganized' }, file(), true],
    ['nothing with a folder in unorganized', { categoryId: 'unorganized' }, file({ filetag_id_list: ['a'] }), false],
    ['calls in call', { categoryId: 'call' }, file({ scene: 7 }), true],
    ['no uploads in call', { categoryId: 'call' }, file(), false],
    ['its own in a folder', { tagId: 'a' }, file({ filetag_id_list: ['b', 'a'] }), true],
    ['not those of others in a folder', { tagId: 'a' }, file({ filetag_id_list: ['b'] }), false],
    ['no trash in a folder', { tagId: 'a' }, file({ filetag_id_list: ['a'], is_trash: true }), false],
    ['the folder when both are given', { tagId: 'a', categoryId: 'trash' }, file({ filetag_id_list: ['a'] }), true],
    ['everything in a category nobody knows', { categoryId: 'toString' }, file(), true],
  ])('hold %s', (_, shelf, one, expected) => {
    expect(isOnShelf(one, shelf)).toBe(expected)
  })

  it('are counted once through, the trash apart', () => {
    const library = [
      file(),
      file({ filetag_id_list: ['a', 'b'], scene: 7 }),
      file({ filetag_id_list: ['a'] }),
      file({ filetag_id_list: ['a'], is_trash: true }),
    ]
    expect(countFiles(library)).toEqual({
      all: 3,
      unorganized: 1,
      trash: 1,
      byFolder: new Map([
        ['a', 2],
        ['b', 1],
      ]),
      byScene: new Map([
        [101, 2],
        [7, 1],
      ]),
    })
  })

  it('know the sources of B§3 by their names', () => {
    expect(['note', 'call', 'notepin', 'NotePro', 'NotePinS', 'web', 'desktop'].every(isSource)).toBe(true)
    expect([undefined, 'allFiles', 'constructor'].some(isSource)).toBe(false)
  })
})
