import type { Heading, RootContent } from 'mdast'
import { describe, expect, it } from 'vitest'
import { normalizeHeadings } from './SummaryMarkdown.tsx'

function levelsAfter(...depths: number[]): (number | undefined)[] {
  const headings = depths.map((depth) => ({ type: 'heading', depth, children: [] }) as Heading)
  normalizeHeadings(headings)
  return headings.map(({ depth }) => depth)
}

describe('the headings of a summary', () => {
  it('start at the second level, whatever the first level of the text is', () => {
    expect(levelsAfter(1, 2, 2)).toEqual([2, 3, 3])
    expect(levelsAfter(3, 3)).toEqual([2, 2])
  })

  it('skip no level and do not exceed the sixth', () => {
    expect(levelsAfter(1, 4, 6, 1)).toEqual([2, 3, 4, 2])
    expect(levelsAfter(1, 2, 3, 4, 5, 6)).toEqual([2, 3, 4, 5, 6, 6])
  })

  it('are the only nodes that change', () => {
    const blocks: RootContent[] = [{ type: 'paragraph', children: [] }]
    normalizeHeadings(blocks)
    expect(blocks).toEqual([{ type: 'paragraph', children: [] }])
  })
})
