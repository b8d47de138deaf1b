import { describe, expect, it } from 'vitest'
import { createSegment } from '#test/screens/createRecording.ts'
import type { SummaryForm, SummaryPoint } from '../../contract.ts'
import { createNoteTree, findPlayed, formatTree } from './noteTree.ts'
import { connect, layoutTree } from './treeLayout.ts'

const point = (id: string, start: number | null, change: Partial<SummaryPoint> = {}): SummaryPoint => ({
  id,
  text: `Point ${id}`,
  segments: [],
  start_time: start,
  speaker: null,
  supported: true,
  owner: null,
  due: null,
  done: false,
  ...change,
})
const form: SummaryForm = {
  engine: { kind: 'llm', id: 'm' },
  language: 'en',
  coverage: { start_time: 0, end_time: 100_000, share: 1 },
  keyphrases: [],
  template: null,
  sections: [
    {
      kind: 'points',
      heading: 'Points',
      points: [point('p2', 60_000), point('p1', 10_000), point('p3', null, { supported: false })],
    },
    { kind: 'quotes', heading: '', points: [point('p4', 10_000, { text: 'Point p1' })] },
  ],
  chapters: [
    { start_time: 5000, end_time: 50_000, title: 'One' },
    { start_time: 50_000, end_time: 100_000, title: 'Two' },
  ],
  mentions: [],
  talk_time: [],
  silence_ms: 0,
}
const headings = { notFound: 'Not found', section: ({ heading, kind }: { heading: string; kind: string }) => heading || kind }
const create = (change: Partial<SummaryForm> = {}) =>
  createNoteTree({ ...form, ...change }, [createSegment(1, 0, 'a b')], headings)
const shape = (branches: ReturnType<typeof create>) => branches.map(({ title, leaves }) => [title, leaves.map(({ id }) => id)])

describe('the tree of a mind map', () => {
  it('has the points of each chapter in the order of their times, and those that were not found at the end', () => {
    expect(shape(create())).toEqual([
      ['One', ['p1']],
      ['Two', ['p2']],
      ['Not found', ['p3']],
    ])
  })

  it('has the sections as branches without chapters', () => {
    expect(shape(create({ chapters: [] }))).toEqual([
      ['Points', ['p2', 'p1', 'p3']],
      ['quotes', ['p4']],
    ])
  })

  it('puts what was said before the first chapter into it', () => {
    expect(shape(create({ sections: [{ kind: 'points', heading: '', points: [point('p1', 0)] }] }))[0]).toEqual(['One', ['p1']])
  })

  it('finds the branch and the leaf that are played', () => {
    const branches = create()
    expect(findPlayed(branches, 0)).toEqual({})
    expect(findPlayed(branches, 11_000)).toEqual({ branch: 'chapter-0', leaf: 'p1' })
    expect(findPlayed(branches, 49_000)).toEqual({ branch: 'chapter-0' })
  })

  it('is copied as Markdown', () => {
    expect(formatTree('Talk', create().slice(0, 1))).toBe('# Talk\n\n- One [0:05](#t=5000)\n  - Point p1 [0:10](#t=10000)\n')
  })
})

describe('the layout of a mind map', () => {
  it('overlaps nothing, and a collapsed branch has no leaves', () => {
    const branches = create()
    const { branches: placed, height } = layoutTree(branches, new Set(['chapter-1']))
    expect(placed.map(({ leaves }) => leaves.length)).toEqual([1, 0, 1])
    const boxes = placed.map(({ box }) => box)
    boxes.slice(1).forEach((box, index) => expect(box.y).toBeGreaterThanOrEqual(boxes[index]!.y + boxes[index]!.height))
    expect(Math.max(...boxes.map(({ y, height: own }) => y + own))).toBeLessThanOrEqual(height)
  })

  it('connects the end of a box with the start of the next', () => {
    const box = { x: 0, y: 0, width: 10, height: 10 }
    expect(connect(box, { ...box, x: 30, y: 20 })).toBe('M10 5C20 5 20 25 30 25')
  })
})
