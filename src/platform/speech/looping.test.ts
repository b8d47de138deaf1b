import { describe, expect, it } from 'vitest'
import { loopLength } from './looping.ts'

const repeat = (block: number[], times: number) => Array.from({ length: times }, () => block).flat()

describe('a loop', () => {
  it('is one token heard fifteen times: fourteen are too many', () => {
    expect(loopLength([7, 8, ...repeat([1], 14)])).toBe(0)
    expect(loopLength([7, 8, ...repeat([1], 15)])).toBe(14)
  })

  it.each([2, 3, 5, 12])('is a block of %i tokens heard five times, the last perhaps begun', (size) => {
    const block = Array.from({ length: size }, (_, i) => 100 + i)
    const rounds = Math.max(5, Math.ceil(15 / size))
    expect(loopLength([1, 2, ...repeat(block, rounds - 1)])).toBe(0)
    expect(loopLength([1, 2, ...repeat(block, rounds)])).toBe((rounds - 1) * size)
    expect(loopLength([1, 2, ...repeat(block, rounds), 100])).toBe((rounds - 1) * size + 1)
  })

  it('leaves one round of the block when it is cut off', () => {
    const tokens = [1, 2, ...repeat([5, 6, 7], 8)]
    expect(tokens.slice(0, tokens.length - loopLength(tokens))).toEqual([1, 2, 5, 6, 7])
  })

  it('is not seen in a text that says things twice', () => {
    expect(loopLength([])).toBe(0)
    expect(loopLength([...repeat([1, 2, 3, 4, 5, 6, 7, 8], 4)])).toBe(0)
    expect(loopLength([...repeat([1, 2], 12), 9])).toBe(0)
    expect(
      loopLength([
        ...repeat(
          Array.from({ length: 13 }, (_, i) => i),
          9,
        ),
      ]),
    ).toBe(0)
  })
})
