import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { applyOperations, type StoredOperation } from './edits.ts'
import { keepEdits } from './keepEdits.ts'

function segment(id: string, start: number, content: string, speaker = 'Speaker 1'): Segment {
  const words = content.split(' ').map((text, index): [number, number, string, number] => {
    return [start + index * 500, start + index * 500 + 400, text, 0.7]
  })
  return { id, start_time: start, end_time: words.at(-1)![1], content, speaker, original_speaker: speaker, words }
}
const machine = [
  segment('1', 0, 'We lost seven nurses in spring'),
  segment('2', 5000, 'And if the road to Caseys closes?', 'Speaker 2'),
  segment('3', 10_000, 'Then it is thirty four'),
]
const again = (operations: StoredOperation[], fresh: Segment[]) => {
  const kept = keepEdits({ machine, operations }, fresh)
  return { ...kept, contents: applyOperations(fresh, kept.operations).map(({ content, speaker }) => `${speaker}: ${content}`) }
}

describe('edits when a recording is transcribed again', () => {
  const operations: StoredOperation[] = [
    { kind: 'setText', segment: '1', content: 'We lost eleven nurses this spring' },
    { kind: 'setText', segment: '2', content: 'And if the road to Kasese closes again?' },
    { kind: 'renameSpeaker', from: 'Speaker 2', to: 'Lena' },
  ]

  it('give the same transcript when the machine hears the same', () => {
    expect(again(operations, machine).contents).toEqual([
      'Speaker 1: We lost eleven nurses this spring',
      'Lena: And if the road to Kasese closes again?',
      'Speaker 1: Then it is thirty four',
    ])
    expect(again(operations, machine).unapplied).toEqual([])
  })

  it('are kept in segments that begin and end elsewhere', () => {
    const fresh = [
      segment('1', 0, 'We lost seven'),
      segment('2', 1500, 'nurses in spring and'),
      segment('3', 5000, 'And if the road to Caseys closes?', 'Speaker 2'),
    ]
    const { contents, unapplied } = again(operations, fresh)
    expect(contents).toEqual([
      'Speaker 1: We lost eleven',
      'Speaker 1: nurses this spring and',
      'Lena: And if the road to Kasese closes again?',
    ])
    expect(unapplied).toEqual([])
  })

  it('are listed when the machine hears something else, and silent when it hears what they say', () => {
    const fresh = [
      segment('1', 0, 'We lost eleven nurses in spring'),
      segment('2', 5000, 'And if the rope two cases closes?', 'Speaker 2'),
    ]
    const { contents, unapplied } = again(operations, fresh)
    expect(contents[0]).toBe('Speaker 1: We lost eleven nurses this spring')
    expect(unapplied).toEqual([{ time: 7500, before: 'Caseys closes?', after: 'Kasese closes again?' }])
  })

  it('do not correct the same word said much later', () => {
    const fresh = [segment('1', 0, 'We lost a few'), segment('2', 60_000, 'We lost seven nurses in spring')]
    expect(again(operations, fresh).contents[1]).toBe('Speaker 1: We lost seven nurses in spring')
  })

  it('keep removed and inserted words', () => {
    const { contents } = again([{ kind: 'setText', segment: '3', content: 'Then it really is four' }], machine)
    expect(contents[2]).toBe('Speaker 1: Then it really is four')
  })
})
