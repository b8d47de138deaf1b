import { describe, expect, it } from 'vitest'
import { NOTHING, extended, toggled, withAll, without } from './selection.ts'
import type { Shown } from './selection.ts'

const shown = (letters: string): Shown => ({
  files: [...letters].map((id) => ({ id })),
  places: new Map([...letters].map((id, index) => [id, index])),
})
const list = shown('abcdef')
const of = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

describe('selection', () => {
  it('toggles a row', () => {
    expect(of(toggled(toggled(NOTHING, 'a'), 'c'))).toBe('ac')
    expect(of(toggled(toggled(toggled(NOTHING, 'a'), 'c'), 'a'))).toBe('c')
  })

  it('extends from the row selected last in both directions, and shrinks again', () => {
    const from = toggled(toggled(NOTHING, 'f'), 'c')
    const down = extended(from, list, undefined, 'e')
    expect(of(down)).toBe('cdef')
    expect(of(extended(down, list, undefined, 'd'))).toBe('cdf')
    expect(of(extended(down, list, undefined, 'a'))).toBe('abcf')
  })

  it('extends from the active row when nothing is selected, or when the start is no longer shown', () => {
    expect(of(extended(NOTHING, list, 'b', 'd'))).toBe('bcd')
    expect(of(extended(toggled(NOTHING, 'x'), list, 'b', 'c'))).toBe('bcx')
    expect(of(extended(NOTHING, list, undefined, 'd'))).toBe('d')
  })

  it('is by id: another sort gives another range and keeps the selected rows', () => {
    const some = extended(toggled(NOTHING, 'a'), list, undefined, 'b')
    expect(of(extended(some, shown('fedcba'), undefined, 'c'))).toBe('abc')
  })

  it('adds all rows shown to those hidden by a filter', () => {
    expect(of(withAll(toggled(NOTHING, 'x'), shown('ab')))).toBe('abx')
  })

  it('drops removed rows, and stays the same object when none is removed', () => {
    const ids = new Set('abc')
    expect(without(ids, () => true)).toBe(ids)
    expect([...without(ids, (id) => id !== 'b')]).toEqual(['a', 'c'])
  })
})
