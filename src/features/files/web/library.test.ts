import { describe, expect, it } from 'vitest'
import type { LibraryRow } from '../contract.ts'
import { NO_COUNTS, recount } from '../rules.ts'
import { addPage, applyChanges, changeRows, firstPage } from './library.ts'

/** A recording whose age is its name: `1` is the newest. */
const row = (name: string, over: Partial<LibraryRow> = {}): LibraryRow => ({
  ...{ id: name.padStart(32, '0'), filename: name, is_trash: false, trashed_at: null, filetag_id_list: [], scene: 101 },
  ...{ start_time: 1_000_000 - Number(name), edit_time: 0, duration: 1000, is_trans: false, is_summary: false, ori_ready: true },
  ...over,
})
const [one, two, three, four] = ['1', '2', '3', '4'].map((name) => row(name)) as [LibraryRow, LibraryRow, LibraryRow, LibraryRow]
const countsOf = (...rows: LibraryRow[]) =>
  recount(
    NO_COUNTS,
    rows.map((file) => [null, file]),
  )
const page = (files: LibraryRow[], next: string | null) => ({ stamp: 's1', counts: countsOf(one, two, three, four), files, next })
const changes = (files: LibraryRow[], gone: string[] = []) => ({ stamp: 's2', counts: NO_COUNTS, files, gone })
const names = ({ files }: { files: readonly LibraryRow[] }) => files.map(({ filename }) => filename).join(' ')

describe('a library read by pages', () => {
  it('is in order, newest first, however its pages come, and says when it is whole', () => {
    const begun = firstPage(page([two, one], 'p2'))
    expect(names(begun)).toBe('1 2')
    expect(begun.next).toBe('p2')
    const whole = addPage(begun, page([four, three, two], null))
    expect(names(whole)).toBe('1 2 3 4')
    expect(whole.next).toBeNull()
    expect(whole.stamp).toBe('s1')
  })

  it('keeps what it was told meanwhile: a page asked for before brings nothing back', () => {
    const begun = firstPage(page([one], 'p2'))
    const told = applyChanges(begun, changes([{ ...two, filename: 'renamed' }], [three.id]))
    const whole = addPage(told, page([two, three, four], null))
    expect(names(whole)).toBe('1 renamed 4')
    expect(names(applyChanges(whole, changes([three])))).toBe('1 renamed 3 4')
  })
})

describe('changes to a library', () => {
  const whole = firstPage(page([one, two, three, four], null))

  it('take a recording as it now is, one that came to its place, and leave out what is gone', () => {
    const moved = { ...three, filetag_id_list: ['f'] }
    const next = applyChanges(whole, changes([moved, row('5'), { ...two, start_time: 2_000_000 }], [one.id]))
    expect(names(next)).toBe('2 3 4 5')
    expect(next.files[1]).toBe(moved)
    expect(next.stamp).toBe('s2')
    expect(next.counts).toBe(NO_COUNTS)
  })

  it('leave every recording that is the same the very object it was, so that its row is not drawn again', () => {
    const next = applyChanges(whole, changes([structuredClone(two), { ...four, filetag_id_list: ['f'] }]))
    expect(next.files.slice(0, 3)).toEqual([one, two, three])
    expect(next.files[1]).toBe(two)
    expect(applyChanges(whole, changes([])).files).toBe(whole.files)
  })
})

describe('what is shown before the server has answered', () => {
  const whole = firstPage(page([one, two, three], null))

  it('changes rows and counts, and is undone by putting the rows back', () => {
    const before = new Map([
      [one.id, one],
      [two.id, two],
    ])
    const shown = changeRows(
      { ...whole, counts: countsOf(one, two, three) },
      new Map([
        [one.id, { ...one, is_trash: true }],
        [two.id, null],
      ]),
    )
    expect(names(shown)).toBe('1 3')
    expect(shown.counts).toMatchObject({ all: 1, trash: 1, by_scene: { 101: 1 } })
    const back = changeRows(shown, before)
    expect(back.files).toEqual([one, two, three])
    expect(back.counts).toEqual(countsOf(one, two, three))
  })

  it('leaves alone what came meanwhile', () => {
    const shown = changeRows(whole, new Map([[one.id, { ...one, filename: 'guess' }]]))
    const later = applyChanges(shown, changes([row('9')]))
    expect(names(changeRows(later, new Map([[one.id, one]])))).toBe('1 2 3 9')
  })
})
