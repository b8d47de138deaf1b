import { describe, expect, it } from 'vitest'
import type { LibraryRow } from '../../contract.ts'
import { NO_COUNTS, recount } from '../../rules.ts'
import { addPage, applyChanges, changeRows, firstPage, revertChange } from './library.ts'
import type { Library } from './library.ts'

/** A recording whose name is its age: `1` is the newest. */
const fileRow = (name: string, overrides: Partial<LibraryRow> = {}): LibraryRow => ({
  id: name.padStart(32, '0'),
  filename: name,
  is_trash: false,
  trashed_at: null,
  filetag_id_list: [],
  scene: 101,
  start_time: 1_000_000 - Number(name),
  edit_time: 0,
  opened_time: 0,
  duration: 1000,
  is_trans: false,
  is_summary: false,
  summary_line: '',
  is_summary_new: false,
  ori_ready: true,
  ...overrides,
})
const [one, two, three, four] = ['1', '2', '3', '4'].map((name) => fileRow(name)) as [
  LibraryRow,
  LibraryRow,
  LibraryRow,
  LibraryRow,
]
const countsOf = (...rows: LibraryRow[]) =>
  recount(
    NO_COUNTS,
    rows.map((file) => [null, file]),
  )
const pageOf = (files: LibraryRow[], next: string | null) => ({
  sync_token: 's1',
  counts: countsOf(one, two, three, four),
  files,
  next,
})
const changes = (files: LibraryRow[], gone: string[] = []) => ({ sync_token: 's2', counts: NO_COUNTS, files, gone })
const namesOf = ({ files }: { files: readonly LibraryRow[] }) => files.map(({ filename }) => filename).join(' ')

describe('library loaded by pages', () => {
  it('sorts newest first in any page order, and has no cursor once complete', () => {
    const loaded = firstPage(pageOf([two, one], 'p2'))
    expect(namesOf(loaded)).toBe('1 2')
    expect(loaded.next).toBe('p2')
    const whole = addPage(loaded, pageOf([four, three, two], null))
    expect(namesOf(whole)).toBe('1 2 3 4')
    expect(whole.next).toBeNull()
    expect(whole.syncToken).toBe('s1')
  })

  it('keeps changes received in the meantime: an older page restores nothing', () => {
    const loaded = firstPage(pageOf([one], 'p2'))
    const updated = applyChanges(loaded, changes([{ ...two, filename: 'renamed' }], [three.id]))
    const whole = addPage(updated, pageOf([two, three, four], null))
    expect(namesOf(whole)).toBe('1 renamed 4')
    expect(namesOf(applyChanges(whole, changes([three])))).toBe('1 renamed 3 4')
  })
})

describe('applying changes', () => {
  const whole = firstPage(pageOf([one, two, three, four], null))

  it('updates changed recordings, adds new ones and removes deleted ones', () => {
    const moved = { ...three, filetag_id_list: ['f'] }
    const next = applyChanges(whole, changes([moved, fileRow('5'), { ...two, start_time: 2_000_000 }], [one.id]))
    expect(namesOf(next)).toBe('2 3 4 5')
    expect(next.files[1]).toBe(moved)
    expect(next.syncToken).toBe('s2')
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
  const whole = firstPage(pageOf([one, two, three], null))

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
    expect(namesOf(shown)).toBe('1 3')
    expect(shown.counts).toMatchObject({ all: 1, trash: 1, by_scene: { 101: 1 } })
    const reverted = changeRows(shown, before)
    expect(reverted.files).toEqual([one, two, three])
    expect(reverted.counts).toEqual(countsOf(one, two, three))
  })

  it('keep changes received in the meantime', () => {
    const shown = changeRows(whole, new Map([[one.id, { ...one, filename: 'guess' }]]))
    const later = applyChanges(shown, changes([fileRow('9')]))
    expect(namesOf(changeRows(later, new Map([[one.id, one]])))).toBe('1 2 3 9')
  })
})

describe('reverting an optimistic change', () => {
  const whole = firstPage(pageOf([one, two, three], null))
  const applyGuess = (library: Library, to: (file: LibraryRow) => LibraryRow | null, ...files: LibraryRow[]) => {
    const before = new Map(files.map((file) => [file.id, file]))
    const after = new Map(files.map((file) => [file.id, to(file)]))
    return { optimisticChange: { library, before, after }, shown: changeRows(library, after) }
  }
  const toTrashed = (file: LibraryRow) => ({ ...file, is_trash: true, trashed_at: 5 })

  it('restores the rows and keeps changes received for the same recording', () => {
    const { optimisticChange, shown } = applyGuess(whole, toTrashed, one, two)
    const updated = applyChanges(shown, changes([{ ...two, filename: 'theirs' }], [three.id]))
    const reverted = revertChange(updated, optimisticChange)
    expect(reverted.files).toEqual([one, { ...two, filename: 'theirs' }])
    expect(reverted.files[0]).toBe(one)
  })

  it('goes back to the older sync token, whatever was received', () => {
    const first = applyGuess(whole, toTrashed, one)
    const later = applyChanges(first.shown, changes([{ ...one, is_trash: true, trashed_at: 5 }]))
    const second = applyGuess(later, toTrashed, two)
    expect(revertChange(later, first.optimisticChange)).toMatchObject({ syncToken: 's1' })
    expect(revertChange(revertChange(second.shown, first.optimisticChange), second.optimisticChange)).toMatchObject({
      syncToken: 's1',
    })
    expect(revertChange(revertChange(second.shown, second.optimisticChange), first.optimisticChange)).toMatchObject({
      syncToken: 's1',
    })
    expect(revertChange(first.shown, first.optimisticChange)).toMatchObject({ syncToken: 's1' })
  })

  it('restores neither deleted recordings nor another change of the same recording', () => {
    const first = applyGuess(whole, (file) => ({ ...file, filename: 'mine' }), one)
    const second = applyGuess(first.shown, toTrashed, first.shown.files[0]!)
    const withoutRename = revertChange(second.shown, first.optimisticChange)
    expect(withoutRename.files[0]).toEqual(toTrashed(one))
    expect(revertChange(withoutRename, second.optimisticChange).files[0]).toEqual(one)
    expect(namesOf(revertChange(applyChanges(second.shown, changes([], [one.id])), second.optimisticChange))).toBe('2 3')
  })

  it('restores recordings that were to be deleted', () => {
    const { optimisticChange, shown } = applyGuess(whole, () => null, two)
    expect(namesOf(shown)).toBe('1 3')
    expect(revertChange(shown, optimisticChange).files).toEqual(whole.files)
  })
})
