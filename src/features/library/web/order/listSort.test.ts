import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { sortInSteps, sortedAtOnce } from './listSort.ts'
import type { Order } from './listSort.ts'
import { columnSortedBy, columnsOf, initialSortBy, isSortable, nextSort } from '../rows/columns.tsx'

/** The order of a column; `trashed` is one of the trash only. */
function order(id: string, isDescending = false): Order {
  const columns = [...columnsOf({}), ...columnsOf({ categoryId: 'trash' })]
  const { sort } = columns.filter(isSortable).find((column) => column.id === id)!
  return { key: id, value: sort.value, isDescending, language: 'de' }
}

const names = (files: readonly { filename: string }[] | undefined) => files?.map(({ filename }) => filename).join(' ')
const file = (filename: string, start_time: number, overrides: Parameters<typeof fileRow>[0] | object = {}) =>
  fileRow({ filename, start_time, ...overrides })

/** In the order of the library: newest first. */
const library = () => [
  file('b10', 50, { edit_time: 90, duration: 5, trashed_at: 10 }),
  file('Ä1', 40, { edit_time: 60, duration: 9, trashed_at: 30 }),
  file('a1', 30, { edit_time: 70, duration: 9 }),
  file('b2', 20, { edit_time: 80, duration: 1, trashed_at: 20 }),
]

describe('sort of the list', () => {
  it('returns the library itself or its reverse by date', () => {
    const files = library()
    expect(sortedAtOnce(files, order('date', true))).toBe(files)
    expect(names(sortedAtOnce(files, order('date')))).toBe('b2 a1 Ä1 b10')
  })

  it.each([
    ['name', false, 'a1 Ä1 b2 b10'],
    ['name', true, 'b10 b2 Ä1 a1'],
    ['edited', true, 'b10 b2 a1 Ä1'],
    ['length', true, 'Ä1 a1 b10 b2'],
    ['trashed', true, 'Ä1 b2 b10 a1'],
  ] as const)('by %s, descending %s, is %s: locale order, numeric, equal values by date', (key, descending, expected) => {
    expect(names(sortedAtOnce(library(), order(key, descending)))).toBe(expected)
  })

  it('is cached per library, and reused by the next library except for changes', () => {
    const files = library()
    const sorted = sortedAtOnce(files, order('name'))
    expect(sortedAtOnce(files, order('name'))).toBe(sorted)
    const [, , a1, b2] = files
    const next = [file('B3', 60), { ...files[0]!, filename: 'c' }, a1!, b2!]
    expect(names(sortedAtOnce(next, order('name')))).toBe('a1 b2 B3 c')
  })

  it('runs in steps for many titles, and is cached after the last step', () => {
    const many = Array.from({ length: 9001 }, (_, index) => file(`Talk ${(index * 7919) % 9001}`, 9001 - index))
    expect(sortedAtOnce(many, order('name', true))).toBeUndefined()
    const steps = [...sortInSteps(many, { ...order('name'), isDescending: false })]
    expect(steps.length).toBeGreaterThan(8)
    const sorted = sortedAtOnce(many, order('name', true))!
    expect(sorted.map(({ filename }) => filename)).toEqual(Array.from({ length: 9001 }, (_, index) => `Talk ${9000 - index}`))
    const more = [file('Talk 4.5', 9999), ...many]
    expect(sortedAtOnce(more, order('name'))).toHaveLength(9002)
  })

  it('reverses when the same field is selected again; another field starts with the newest, the longest, or A', () => {
    const [name, length] = [columnSortedBy({}, 'name'), columnSortedBy({}, 'length')]
    expect(nextSort({ by: 'name', isDescending: false }, name)).toEqual({ by: 'name', isDescending: true })
    expect(nextSort({ by: 'name', isDescending: true }, length)).toEqual({ by: 'length', isDescending: true })
    expect(initialSortBy(name).isDescending).toBe(false)
  })

  it('by the last change is by the time of deletion in the trash', () => {
    expect(columnSortedBy({ tagId: 'f1' }, 'edited').id).toBe('edited')
    expect(columnSortedBy({ categoryId: 'trash' }, 'edited').id).toBe('trashed')
  })
})
