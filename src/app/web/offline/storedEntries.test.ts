import { describe, expect, it } from 'vitest'
import { MiB, days, hours } from '#shared/units.ts'
import { LIMITS, SCHEMA_VERSION, canShow, getObsoleteChunkIds, selectEntriesToDelete } from './storedEntries.ts'
import type { StoredEntry } from './storedEntries.ts'

const NOW = days(20_000)
const viewer = { user: 'anna', now: NOW }

const createEntry = (id: string, changes: Partial<StoredEntry> = {}): StoredEntry => ({
  id,
  user: 'anna',
  shape: SCHEMA_VERSION,
  recording: null,
  at: NOW - hours(1),
  usedAt: NOW - hours(1),
  size: 100,
  ...changes,
})
const recording = (n: number, changes: Partial<StoredEntry> = {}) =>
  createEntry(`file ${n}`, { recording: `r${n}`, usedAt: NOW - hours(n), ...changes })

describe('data stored on the device', () => {
  it('is shown to its user for 15 days by a page with the same contracts', () => {
    expect(canShow(createEntry('a'), viewer)).toBe(true)
    expect(canShow(createEntry('a'), { ...viewer, user: 'ben' })).toBe(false)
    expect(canShow(createEntry('a'), { ...viewer, user: undefined })).toBe(false)
    expect(canShow(createEntry('a', { at: NOW - days(15) }), viewer)).toBe(false)
    expect(canShow(createEntry('a', { shape: 'older' }), viewer)).toBe(false)
  })

  it('is deleted when it belongs to another user or version or is too old', () => {
    const all = [
      createEntry('mine'),
      createEntry('bens', { user: 'ben' }),
      createEntry('older', { shape: 'older' }),
      createEntry('old', { at: 0 }),
    ]
    expect(selectEntriesToDelete(all, viewer)).toEqual(['bens', 'older', 'old'])
  })

  it('is limited to 50 recordings and deletes the least recently used one with its notes', () => {
    const all = Array.from({ length: LIMITS.recordings + 2 }, (_, n) => recording(n))
    const note = createEntry('note 51', { recording: 'r51', usedAt: NOW - hours(60) })
    expect(selectEntriesToDelete([...all, note], viewer).toSorted()).toEqual(['file 50', 'file 51', 'note 51'])
    expect(selectEntriesToDelete([...all, { ...note, usedAt: NOW }], viewer).toSorted()).toEqual(['file 49', 'file 50'])
  })

  const createChunk = (n: number, changes: Partial<StoredEntry> = {}) =>
    createEntry(`library #s ${n}`, { list: 'library', set: 's', ...changes })
  const createHead = (changes: Partial<StoredEntry> = {}) => createEntry('library', { set: 's', ...changes })

  it('keeps or deletes a long list with its chunks, with the age of its head and the size of both', () => {
    expect(selectEntriesToDelete([createHead(), createChunk(0, { at: 0 }), createChunk(1)], viewer)).toEqual([])
    expect(selectEntriesToDelete([createChunk(0), createHead({ at: 0 }), createChunk(1)], viewer)).toEqual([
      'library #s 0',
      'library',
      'library #s 1',
    ])
    const large = [createHead(), ...[0, 1, 2].map((n) => createChunk(n, { size: 7 * MiB }))]
    expect(selectEntriesToDelete([...large, recording(1)], viewer)).toEqual(large.map(({ id }) => id))
    const lists = [createEntry('recent', { size: 15 * MiB }), createHead({ usedAt: 1 }), createChunk(0, { size: 6 * MiB })]
    expect(selectEntriesToDelete(lists, viewer)).toEqual(['library', 'library #s 0'])
  })

  it('does not count the chunks that will replace others', () => {
    const next = createEntry('library #t 0', { list: 'library', set: 't', size: 15 * MiB })
    const all = [createHead(), createChunk(0, { size: 15 * MiB }), next]
    expect(selectEntriesToDelete([...all, recording(1)], viewer)).toEqual([])
    expect(selectEntriesToDelete([next], viewer)).toEqual([])
    expect(getObsoleteChunkIds(all, createHead({ set: 't' }))).toEqual(['library #s 0'])
    expect(getObsoleteChunkIds(all, createHead())).toEqual(['library #t 0'])
    expect(getObsoleteChunkIds(all, createEntry('library'))).toEqual(['library #s 0', 'library #t 0'])
  })

  it('is limited to 20 MB and deletes recordings before lists', () => {
    const list = createEntry('library', { size: 6 * MiB, usedAt: 0 })
    const all = [list, recording(1, { size: 8 * MiB }), recording(2, { size: 8 * MiB }), recording(3, { size: 1 })]
    expect(selectEntriesToDelete(all, viewer)).toEqual(['file 3', 'file 2'])
    const lists = [createEntry('library', { size: 15 * MiB, usedAt: 1 }), createEntry('recent', { size: 15 * MiB, usedAt: 2 })]
    expect(selectEntriesToDelete(lists, viewer)).toEqual(['library'])
    expect(selectEntriesToDelete([createEntry('library', { size: 21 * MiB }), recording(1)], viewer)).toEqual(['library'])
  })
})
