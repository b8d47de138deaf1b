import { describe, expect, it } from 'vitest'
import { NO_SELECTION, extend, toggle, selectAll, keepExisting } from './useSelection.ts'
import type { ShownRows } from './useSelection.ts'

const shown = (letters: string): ShownRows => ({
  files: [...letters].map((id) => ({ id })),
  indexById: new Map([...letters].map((id, index) => [id, index])),
})
const list = shown('abcdef')
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

describe('selection', () => {
  it('toggles a row', () => {
    expect(idsOf(toggle(toggle(NO_SELECTION, 'a'), 'c'))).toBe('ac')
    expect(idsOf(toggle(toggle(toggle(NO_SELECTION, 'a'), 'c'), 'a'))).toBe('c')
  })

  it('extends from the row selected last in both directions, and shrinks again', () => {
    const from = toggle(toggle(NO_SELECTION, 'f'), 'c')
    const down = extend(from, list, undefined, 'e')
    expect(idsOf(down)).toBe('cdef')
    expect(idsOf(extend(down, list, undefined, 'd'))).toBe('cdf')
    expect(idsOf(extend(down, list, undefined, 'a'))).toBe('abcf')
  })

  it('extends from the active row when nothing is selected, or when the start is no longer shown', () => {
    expect(idsOf(extend(NO_SELECTION, list, 'b', 'd'))).toBe('bcd')
    expect(idsOf(extend(toggle(NO_SELECTION, 'x'), list, 'b', 'c'))).toBe('bcx')
    expect(idsOf(extend(NO_SELECTION, list, undefined, 'd'))).toBe('d')
  })

  it('is by id: another sort gives another range and keeps the selected rows', () => {
    const some = extend(toggle(NO_SELECTION, 'a'), list, undefined, 'b')
    expect(idsOf(extend(some, shown('fedcba'), undefined, 'c'))).toBe('abc')
  })

  it('adds all rows shown to those hidden by a filter', () => {
    expect(idsOf(selectAll(toggle(NO_SELECTION, 'x'), shown('ab')))).toBe('abx')
  })

  it('drops removed rows, and stays the same object when none is removed', () => {
    const ids = new Set('abc')
    expect(keepExisting(ids, () => true)).toBe(ids)
    expect([...keepExisting(ids, (id) => id !== 'b')]).toEqual(['a', 'c'])
  })
})
