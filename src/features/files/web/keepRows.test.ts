import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screen/LibraryServer.ts'
import { keepRows } from './keepRows.ts'

const list = (...data_file_list: ReturnType<typeof fileRow>[]) => ({ data_file_list, request_id: '1' })
const [a, b] = [fileRow({ filename: 'A', filetag_id_list: ['f1'] }), fileRow({ filename: 'B' })]

describe('a list read again', () => {
  it('keeps the very rows that have not changed, in their new order', () => {
    const next = keepRows(list(a, b), list(structuredClone(b), structuredClone(a)))
    expect(next.data_file_list[0]).toBe(b)
    expect(next.data_file_list[1]).toBe(a)
  })

  it('is the very same list when nothing has changed', () => {
    const before = list(a, b)
    expect(keepRows(before, structuredClone(before)).data_file_list).toBe(before.data_file_list)
  })

  it.each([{ filename: 'A2' }, { filetag_id_list: ['f2'] }, { filetag_id_list: [] }, { is_trash: true }, { edit_time: 1 }])(
    'takes a row with %j as it now is',
    (change) => {
      const changed = { ...a, ...change }
      const next = keepRows(list(a, b), list(changed, structuredClone(b)))
      expect(next.data_file_list).toEqual([changed, b])
      expect(next.data_file_list[0]).toBe(changed)
      expect(next.data_file_list[1]).toBe(b)
    },
  )

  it('loses what is gone and gains what is new', () => {
    const c = fileRow({ filename: 'C' })
    expect(keepRows(list(a, b), list(c, structuredClone(b))).data_file_list).toEqual([c, b])
    expect(keepRows(list(a, b), list(structuredClone(a))).data_file_list).toEqual([a])
    expect(keepRows(undefined, list(a)).data_file_list).toEqual([a])
  })
})
