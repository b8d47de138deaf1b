import { describe, expect, it } from 'vitest'
import { MiB, days, hours } from '#kit/units.ts'
import { LIMITS, SHAPE, mayShow, whatItReplaces, whatToDrop } from './keptRules.ts'
import type { Entry } from './keptRules.ts'

const NOW = days(20_000)
const today = { user: 'anna', now: NOW }

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  user: 'anna',
  shape: SHAPE,
  recording: null,
  at: NOW - hours(1),
  usedAt: NOW - hours(1),
  size: 100,
  ...more,
})
const recording = (n: number, more: Partial<Entry> = {}) =>
  entry(`file ${n}`, { recording: `r${n}`, usedAt: NOW - hours(n), ...more })

describe('data stored on the device', () => {
  it('is shown to its user for 15 days by a page with the same contracts', () => {
    expect(mayShow(entry('a'), today)).toBe(true)
    expect(mayShow(entry('a'), { ...today, user: 'ben' })).toBe(false)
    expect(mayShow(entry('a'), { ...today, user: undefined })).toBe(false)
    expect(mayShow(entry('a', { at: NOW - days(15) }), today)).toBe(false)
    expect(mayShow(entry('a', { shape: 'older' }), today)).toBe(false)
  })

  it('is deleted when it belongs to another user or version or is too old', () => {
    const all = [entry('mine'), entry('bens', { user: 'ben' }), entry('older', { shape: 'older' }), entry('old', { at: 0 })]
    expect(whatToDrop(all, today)).toEqual(['bens', 'older', 'old'])
  })

  it('is limited to 50 recordings and deletes the least recently used one with its notes', () => {
    const all = Array.from({ length: LIMITS.recordings + 2 }, (_, n) => recording(n))
    const note = entry('note 51', { recording: 'r51', usedAt: NOW - hours(60) })
    expect(whatToDrop([...all, note], today).toSorted()).toEqual(['file 50', 'file 51', 'note 51'])
    expect(whatToDrop([...all, { ...note, usedAt: NOW }], today).toSorted()).toEqual(['file 49', 'file 50'])
  })

  const piece = (n: number, more: Partial<Entry> = {}) => entry(`library #s ${n}`, { list: 'library', set: 's', ...more })
  const head = (more: Partial<Entry> = {}) => entry('library', { set: 's', ...more })

  it('keeps or deletes a long list with its chunks, with the age of its head and the size of both', () => {
    expect(whatToDrop([head(), piece(0, { at: 0 }), piece(1)], today)).toEqual([])
    expect(whatToDrop([piece(0), head({ at: 0 }), piece(1)], today)).toEqual(['library #s 0', 'library', 'library #s 1'])
    const large = [head(), ...[0, 1, 2].map((n) => piece(n, { size: 7 * MiB }))]
    expect(whatToDrop([...large, recording(1)], today)).toEqual(large.map(({ id }) => id))
    const lists = [entry('recent', { size: 15 * MiB }), head({ usedAt: 1 }), piece(0, { size: 6 * MiB })]
    expect(whatToDrop(lists, today)).toEqual(['library', 'library #s 0'])
  })

  it('does not count the chunks that will replace others', () => {
    const next = entry('library #t 0', { list: 'library', set: 't', size: 15 * MiB })
    const all = [head(), piece(0, { size: 15 * MiB }), next]
    expect(whatToDrop([...all, recording(1)], today)).toEqual([])
    expect(whatToDrop([next], today)).toEqual([])
    expect(whatItReplaces(all, head({ set: 't' }))).toEqual(['library #s 0'])
    expect(whatItReplaces(all, head())).toEqual(['library #t 0'])
    expect(whatItReplaces(all, entry('library'))).toEqual(['library #s 0', 'library #t 0'])
  })

  it('is limited to 20 MB and deletes recordings before lists', () => {
    const list = entry('library', { size: 6 * MiB, usedAt: 0 })
    const all = [list, recording(1, { size: 8 * MiB }), recording(2, { size: 8 * MiB }), recording(3, { size: 1 })]
    expect(whatToDrop(all, today)).toEqual(['file 3', 'file 2'])
    const lists = [entry('library', { size: 15 * MiB, usedAt: 1 }), entry('recent', { size: 15 * MiB, usedAt: 2 })]
    expect(whatToDrop(lists, today)).toEqual(['library'])
    expect(whatToDrop([entry('library', { size: 21 * MiB }), recording(1)], today)).toEqual(['library'])
  })
})
