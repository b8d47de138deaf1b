import { describe, expect, it } from 'vitest'
import { allotSlots } from './allotSlots.ts'

const slotsOf = (...ids: string[]) => allotSlots(new Map(), ids)

describe('which slot of the page shows which row', () => {
  it('stays for who stays; who comes takes over from who went', () => {
    const first = slotsOf('a', 'b', 'c')
    expect([...first]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
    expect([...allotSlots(first, ['b', 'c', 'd'])]).toEqual([
      ['b', 1],
      ['c', 2],
      ['d', 0],
    ])
  })

  it('is a new one where none has become free, and never one twice', () => {
    const fewer = allotSlots(slotsOf('a', 'b', 'c'), ['c'])
    const more = allotSlots(fewer, ['c', 'd', 'e', 'f'])
    expect(more.get('c')).toBe(2)
    expect(new Set(more.values()).size).toBe(4)
  })

  it('is the very same answer when nothing changes', () => {
    const slots = slotsOf('a', 'b')
    expect(allotSlots(slots, ['b', 'a'])).toBe(slots)
  })
})
