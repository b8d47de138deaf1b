import { describe, expect, it } from 'vitest'
import type { LibraryRow } from '../contract.ts'
import { NO_COUNTS, recount } from '../rules.ts'
import { addPage, applyChanges, changeRows, firstPage, takeBack } from './library.ts'
import type { Library } from './library.ts'

/** A recording whose name is its age: `1` is the newest. */
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

describe('library loaded by pages', () => {
  it('sorts newest first in any page order, and has no cursor once complete', () => {
    const begun = firstPage(page([two, one], 'p2'))
    expect(names(begun)).toBe('1 2')
    expect(begun.next).toBe('p2')
    const whole = addPage(begun, page([four, three, two], null))
    expect(names(whole)).toBe('1 2 3 4')
    expect(whole.next).toBeNull()
    expect(whole.stamp).toBe('s1')
  })

  it('keeps changes received in the meantime: an older page restores nothing', () => {
    const begun = firstPage(page([one], 'p2'))
    const told = applyChanges(begun, changes([{ ...two, filename: 'renamed' }], [three.id]))
    const whole = addPage(told, page([two, three, four], null))
    expect(names(whole)).toBe('1 renamed 4')
    expect(names(applyChanges(whole, changes([three])))).toBe('1 renamed 3 4')
  })
})

describe('applying changes', () => {
  const whole = firstPage(page([one, two, three, four], null))

  it('updates changed recordings, adds new ones and removes deleted ones', () => {
    const moved = { ...three, filetag_id_list: ['f'] }
    const next = applyChanges(whole, changes([moved, row('5'), { ...two, start_time: 2_000_000 }], [one.id]))
    expect(names(next)).toBe('2 3 4 5')
    expect(next.files[1]).toBe(moved)
    expect(next.stamp).toBe('s2')
    expect(next.counts).toBe(NO_COUNTS)
  })

  it('keeps the object of every unchanged recording, so that its row does not render', () => {
    const next = applyChanges(whole, changes([structuredClone(two), { ...four, filetag_id_list: ['f'] }]))
    expect(next.files.slice(0, 3)).toEqual([one, two, three])
    expect(next.files[1]).toBe(two)
    expect(applyChanges(whole, changes([])).files).toBe(whole.files)
  })
})

describe('optimistic changes', () => {
  const whole = firstPage(page([one, two, three], null))

  it('change rows and counts, and are undone by restoring the rows', () => {
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

  it('keep changes received in the meantime', () => {
    const shown = changeRows(whole, new Map([[one.id, { ...one, filename: 'guess' }]]))
    const later = applyChanges(shown, changes([row('9')]))
    expect(names(changeRows(later, new Map([[one.id, one]])))).toBe('1 2 3 9')
  })
})

describe('reverting an optimistic change', () => {
  const whole = firstPage(page([one, two, three], null))
  const guessed = (library: Library, to: (file: LibraryRow) => LibraryRow | null, ...files: LibraryRow[]) => {
    const before = new Map(files.map((file) => [file.id, file]))
    const after = new Map(files.map((file) => [file.id, to(file)]))
    return { guess: { library, before, after }, shown: changeRows(library, after) }
  }
  const trashed = (file: LibraryRow) => ({ ...file, is_trash: true, trashed_at: 5 })

  it('restores the rows and keeps changes received for the same recording', () => {
    const { guess, shown } = guessed(whole, trashed, one, two)
    const told = applyChanges(shown, changes([{ ...two, filename: 'theirs' }], [three.id]))
    const back = takeBack(told, guess)
    expect(back.files).toEqual([one, { ...two, filename: 'theirs' }])
    expect(back.files[0]).toBe(one)
  })

  it('goes back to the older sync token, whatever was received', () => {
    const first = guessed(whole, trashed, one)
    const later = applyChanges(first.shown, changes([{ ...one, is_trash: true, trashed_at: 5 }]))
    const second = guessed(later, trashed, two)
    expect(takeBack(later, first.guess)).toMatchObject({ stamp: 's1' })
    expect(takeBack(takeBack(second.shown, first.guess), second.guess)).toMatchObject({ stamp: 's1' })
    expect(takeBack(takeBack(second.shown, second.guess), first.guess)).toMatchObject({ stamp: 's1' })
    expect(takeBack(first.shown, first.guess)).toMatchObject({ stamp: 's1' })
  })

  it('restores neither deleted recordings nor another change of the same recording', () => {
    const first = guessed(whole, (file) => ({ ...file, filename: 'mine' }), one)
    const second = guessed(first.shown, trashed, first.shown.files[0]!)
    const noName = takeBack(second.shown, first.guess)
    expect(noName.files[0]).toEqual(trashed(one))
    expect(takeBack(noName, second.guess).files[0]).toEqual(one)
    expect(names(takeBack(applyChanges(second.shown, changes([], [one.id])), second.guess))).toBe('2 3')
  })

  it('restores recordings that were to be deleted', () => {
    const { guess, shown } = guessed(whole, () => null, two)
    expect(names(shown)).toBe('1 3')
    expect(takeBack(shown, guess).files).toEqual(whole.files)
  })
})
