import { describe, expect, it } from 'vitest'
import { levelHeadings } from './levelHeadings.ts'

function levelled(...depths: number[]): (number | undefined)[] {
  const tree = { children: depths.map((depth) => ({ type: 'heading', depth })) }
  levelHeadings()(tree)
  return tree.children.map(({ depth }) => depth)
}

describe('the headings of a summary', () => {
  it('begin at the second level, wherever the text begins', () => {
    expect(levelled(1, 2, 2)).toEqual([2, 3, 3])
    expect(levelled(3, 3)).toEqual([2, 2])
  })

  it('skip no level and end at the sixth', () => {
    expect(levelled(1, 4, 6, 1)).toEqual([2, 3, 4, 2])
    expect(levelled(1, 2, 3, 4, 5, 6)).toEqual([2, 3, 4, 5, 6, 6])
  })

  it('are all that is touched', () => {
    const tree = { children: [{ type: 'paragraph' }] }
    levelHeadings()(tree)
    expect(tree.children).toEqual([{ type: 'paragraph' }])
  })
})
