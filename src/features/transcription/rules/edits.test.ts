import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../contract/edits.ts'
import { applyOperations, isConflict, type StoredOperation } from './edits.ts'

/** A segment whose words begin every 500 ms from `start` and take 400 ms. */
function segment(id: string, start: number, content: string, speaker = 'Speaker 1'): Segment {
  const words = content.split(' ').map((text, index): [number, number, string, number] => {
    return [start + index * 500, start + index * 500 + 400, text, 0.7]
  })
  return { id, start_time: start, end_time: words.at(-1)![1], content, speaker, original_speaker: speaker, language: 'en', words }
}
const machine = [
  segment('1', 0, 'We lost seven nurses in spring'),
  segment('2', 5000, 'And if the road to Caseys closes?', 'Speaker 2'),
  segment('3', 10_000, 'Then it is thirty four'),
]
const edit = (...operations: StoredOperation[]) => applyOperations(machine, operations)
const shown = (segments: readonly Segment[]) => segments.map(({ id, speaker, content }) => `${id} ${speaker}: ${content}`)

describe('editing a transcript', () => {
  it('keeps the times of words that stay, and gives new words the time of those they replace', () => {
    const [first] = edit({ kind: 'setText', segment: '1', content: 'We lost  eleven good nurses in spring' })
    expect(first!.content).toBe('We lost eleven good nurses in spring')
    expect(first!.words).toEqual([
      [0, 400, 'We', 0.7],
      [500, 900, 'lost', 0.7],
      [1000, 1240, 'eleven', 1],
      [1240, 1400, 'good', 1],
      [1500, 1900, 'nurses', 0.7],
      [2000, 2400, 'in', 0.7],
      [2500, 2900, 'spring', 0.7],
    ])
  })

  it('gives words that were typed between others the gap between them', () => {
    const [first] = edit({ kind: 'setText', segment: '1', content: 'We sadly lost seven nurses in spring' })
    expect(first!.words![1]).toEqual([400, 500, 'sadly', 1])
  })

  it('keeps the words around a change in a script without spaces', () => {
    const japanese: Segment = {
      ...segment('1', 0, 'x'),
      language: 'ja',
      content: '今日は晴れです。',
      words: [
        [0, 400, '今日', 0.9],
        [400, 600, 'は', 0.9],
        [600, 1000, '晴れ', 0.4],
        [1000, 1500, 'です。', 0.9],
      ],
    }
    const [first] = applyOperations([japanese], [{ kind: 'setText', segment: '1', content: '今日は雨です。' }])
    expect(first!.words).toEqual([
      [0, 400, '今日', 0.9],
      [400, 600, 'は', 0.9],
      [600, 1000, '雨', 1],
      [1000, 1500, 'です。', 0.9],
    ])
  })

  it('deletes a segment whose text is removed', () => {
    expect(shown(edit({ kind: 'setText', segment: '2', content: ' \n ' }))).toHaveLength(2)
    expect(shown(edit({ kind: 'delete', segments: ['1', '3'] }))).toEqual(['2 Speaker 2: And if the road to Caseys closes?'])
  })

  it('splits a segment between words, and merges it with the next', () => {
    const split = edit({ kind: 'split', segment: '2', at: 7 })
    expect(shown(split).slice(1, 3)).toEqual(['2 Speaker 2: And if', '2.1 Speaker 2: the road to Caseys closes?'])
    expect(split.slice(1, 3).map(({ start_time, end_time, words }) => [start_time, end_time, words!.length])).toEqual([
      [5000, 5900, 2],
      [6000, 8400, 5],
    ])
    expect(edit({ kind: 'split', segment: '2', at: 7 }, { kind: 'merge', segment: '2' })).toEqual(machine)
    expect(edit({ kind: 'split', segment: '2', at: 0 })).toEqual(machine)
    expect(edit({ kind: 'merge', segment: '3' })).toEqual(machine)
  })

  it('types in what was not understood', () => {
    const gap: Segment = {
      ...segment('1', 0, 'x'),
      end_time: 3000,
      content: '[not understood 0:00-0:03]',
      words: [],
      not_understood: true,
    }
    const [first] = applyOperations([gap], [{ kind: 'setText', segment: '1', content: 'Bwera road' }])
    expect(first).toMatchObject({
      content: 'Bwera road',
      words: [
        [0, 1667, 'Bwera', 1],
        [1667, 3000, 'road', 1],
      ],
    })
    expect(first).not.toHaveProperty('not_understood')
  })

  it('assigns segments to a speaker, and renames a speaker everywhere', () => {
    expect(shown(edit({ kind: 'setSpeaker', segments: ['3'], speaker: 'Grace' }))[2]).toBe('3 Grace: Then it is thirty four')
    const renamed = edit({ kind: 'renameSpeaker', from: 'Speaker 1', to: 'Lena' })
    expect(renamed.map(({ speaker }) => speaker)).toEqual(['Lena', 'Speaker 2', 'Lena'])
    expect(renamed.map(({ original_speaker }) => original_speaker)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1'])
  })

  it('replaces a text everywhere, literally', () => {
    const replace = (find: string, options: Partial<Extract<EditOperation, { kind: 'replaceAll' }>> = {}) =>
      edit({ kind: 'replaceAll', find, replace: '$&', match_case: false, whole_word: false, ...options }).map(
        ({ content }) => content,
      )
    expect(replace('caseys', { replace: 'Kasese' })[1]).toBe('And if the road to Kasese closes?')
    expect(replace('caseys', { match_case: true })).toEqual(machine.map(({ content }) => content))
    expect(replace('i', { whole_word: true, replace: 'X' })).toEqual(machine.map(({ content }) => content))
    expect(replace('if the', { whole_word: true })[1]).toBe('And $& road to Caseys closes?')
    expect(replace('.*')).toEqual(machine.map(({ content }) => content))
  })

  it('restores the version of the machine, with all segments that were merged or split', () => {
    const operations: StoredOperation[] = [
      { kind: 'setText', segment: '1', content: 'Nothing of it' },
      { kind: 'merge', segment: '1' },
      { kind: 'split', segment: '1', at: 8 },
      { kind: 'setSpeaker', segments: ['1.1'], speaker: 'Grace' },
    ]
    expect(edit(...operations, { kind: 'revert', segment: '1.1' })).toEqual(machine)
  })

  it('ignores operations on segments that are gone', () => {
    expect(
      edit(
        { kind: 'setText', segment: '9', content: 'x' },
        { kind: 'split', segment: '9', at: 3 },
        { kind: 'revert', segment: '9' },
      ),
    ).toEqual(machine)
  })
})

describe('edits of two people', () => {
  const [text1, text2]: StoredOperation[] = [
    { kind: 'setText', segment: '1', content: 'x' },
    { kind: 'setText', segment: '2', content: 'x' },
  ]
  const rename: StoredOperation = { kind: 'renameSpeaker', from: 'a', to: 'b' }
  const replaceAll: StoredOperation = { kind: 'replaceAll', find: 'a', replace: 'b', match_case: true, whole_word: true }

  it('conflict when they change the same segment', () => {
    expect(isConflict([text1!], [text1!])).toBe(true)
    expect(isConflict([text1!], [text2!])).toBe(false)
    expect(isConflict([rename], [text1!, rename])).toBe(false)
    expect(isConflict([replaceAll], [text1!])).toBe(true)
    expect(isConflict([rename], [replaceAll])).toBe(false)
  })
})

/** Returns a number from 0 below `limit`, the same for the same seed. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function randomOperation(random: (limit: number) => number, segments: readonly Segment[]): StoredOperation {
  const target = segments[random(segments.length)]
  const id = target?.id ?? 'gone'
  const words = (target?.content ?? 'a').split(' ')
  const operations: (() => StoredOperation)[] = [
    () => ({ kind: 'setText', segment: id, content: words.filter(() => random(4) > 0).join(' ') }),
    () => ({ kind: 'setText', segment: id, content: words.toSpliced(random(words.length), 0, `new${random(9)}`).join(' ') }),
    () => ({ kind: 'split', segment: id, at: random((target?.content.length ?? 0) + 1) }),
    () => ({ kind: 'merge', segment: id }),
    () => ({ kind: 'delete', segments: [id] }),
    () => ({ kind: 'setSpeaker', segments: [id], speaker: `Speaker ${random(4)}` }),
    () => ({ kind: 'renameSpeaker', from: `Speaker ${random(3)}`, to: `Speaker ${random(4)}` }),
    () => ({
      kind: 'replaceAll',
      find: words[random(words.length)] || 'a',
      replace: 'other',
      match_case: random(2) > 0,
      whole_word: random(2) > 0,
    }),
    () => ({ kind: 'revert', segment: id }),
  ]
  return operations[random(operations.length)]!()
}

describe('random edits', () => {
  const texts = ['we lost seven nurses', 'and if the road closes', 'then it is thirty four of them', 'a', 'the vans leave at six']

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'keep the transcript sound and can be undone to the original (seed %i)',
    (seed) => {
      const random = createRandom(seed + 1)
      const original = Array.from({ length: 12 }, (_, index) =>
        segment(String(index + 1), index * 6000, texts[random(texts.length)]!),
      )
      const operations: StoredOperation[] = []
      let current: Segment[] = original
      for (let step = 0; step < 40; step++) {
        operations.push(randomOperation(random, current))
        current = applyOperations(original, operations)
        expect(new Set(current.map(({ id }) => id)).size).toBe(current.length)
        for (const { content, words = [], start_time, end_time } of current) {
          expect(words.map(([, , text]) => text).join(' ')).toBe(content)
          expect(start_time).toBeLessThanOrEqual(end_time)
          words.forEach(([from, to], index) => {
            expect(from).toBeLessThanOrEqual(to)
            expect(from).toBeGreaterThanOrEqual(words[index - 1]?.[1] ?? start_time)
          })
          expect(words.at(-1)?.[1] ?? start_time).toBeLessThanOrEqual(end_time)
        }
      }
      expect(applyOperations(original, operations)).toEqual(current)
      for (; operations.length > 0; operations.pop()) applyOperations(original, operations)
      expect(applyOperations(original, operations)).toEqual(original)
    },
  )
})
