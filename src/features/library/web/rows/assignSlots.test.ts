import { describe, expect, it } from 'vitest'
import { assignSlots } from './VirtualRows.tsx'

const slotsOf = (...ids: string[]) => assignSlots(new Map(), ids)

describe('slots of virtual rows', () => {
  it('keeps the slot of a row that stays, and gives free slots to new rows', () => {
    const first = slotsOf('a', 'b', 'c')
    expect([...first]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
    expect([...assignSlots(first, ['b', 'c', 'd'])]).toEqual([
      ['b', 1],
      ['c', 2],
      ['d', 0],
    ])
  })

  it('adds slots when none is free, and assigns each only once', () => {
    const fewer = assignSlots(slotsOf('a', 'b', 'c'), ['c'])
    const more = assignSlots(fewer, ['c', 'd', 'e', 'f'])
    expect(more.get('c')).toBe(2)
    expect(new Set(more.values()).size).toBe(4)
  })

  it('returns the same object when nothing changes', () => {
    const slots = slotsOf('a', 'b')
    expect(assignSlots(slots, ['b', 'a'])).toBe(slots)
  })
})
