import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../../contract.ts'
import { applyEdits, type StoredOperation } from './applyEdits.ts'
import { reapplyEdits } from './reapplyEdits.ts'

type Random = (limit: number) => number

/** Returns the same sequence of whole numbers below a limit for the same seed (xorshift). */
function createRandom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

const VOCABULARY =
  'the vans leave at six, road Bwera. closes again nurses eleven? 会議 を 始めます。 forty river boat — well'.split(' ')
const pick = (random: Random, list: readonly string[]): string => list[random(list.length)]!
const createText = (random: Random): string => Array.from({ length: 1 + random(8) }, () => pick(random, VOCABULARY)).join(' ')

function createMachineText(random: Random): Segment[] {
  let time = 0
  return Array.from({ length: 4 + random(12) }, (_, index) => {
    time += random(4000)
    const words = createText(random)
      .split(' ')
      .map((text): [number, number, string, number] => [time, (time += 50 + random(500)), text, random(1000) / 1000])
    const speaker = `Speaker ${1 + random(3)}`
    const content = words.map(([, , text]) => text).join(' ')
    const times = { start_time: words[0]![0], end_time: words.at(-1)![1] }
    return { id: String(index + 1), ...times, content, speaker, original_speaker: speaker, language: 'en', words }
  })
}

/** Returns an operation on one of the segments, or sometimes on one that does not exist. */
function createOperation(random: Random, segments: readonly Segment[]): StoredOperation {
  const target = segments[random(segments.length + 1)]
  const id = target?.id ?? 'gone'
  const content = target?.content ?? ''
  const words = content.split(' ')
  const edited = words.toSpliced(random(words.length), random(3), ...(random(2) ? [createText(random)] : [])).join(' ')
  const speaker = pick(random, ['Lena', 'Speaker 1', 'Speaker 2', ''])
  const operations: (() => StoredOperation)[] = [
    () => ({ kind: 'set_text', segment: id, content: edited }),
    () => ({ kind: 'set_text', segment: id, content: createText(random) }),
    () => ({ kind: 'split', segment: id, at: random(content.length + 2) }),
    () => ({ kind: 'merge', segment: id }),
    () => ({ kind: 'delete', segments: [id] }),
    () => ({ kind: 'set_speaker', segments: [id, segments[0]?.id ?? 'gone'], speaker }),
    () => ({ kind: 'rename_speaker', from: target?.speaker ?? '', to: speaker }),
    () => ({
      kind: 'replace_all',
      find: pick(random, VOCABULARY),
      replace: pick(random, [...VOCABULARY, '']),
      match_case: random(2) === 0,
      whole_word: random(2) === 0,
    }),
    () => ({ kind: 'revert', segment: id }),
    () => ({
      kind: 'replace_transcript',
      segments: segments.map((segment) => ({ ...segment, words: undefined, content: `${segment.content} x` })),
    }),
  ]
  // Operations on the whole transcript are rare.
  return operations[random(operations.length * 5) % (random(6) ? operations.length - 1 : operations.length)]!()
}

/** Returns random edits in the form in which they are stored, and the resulting text. */
function createEdits(random: Random, machine: readonly Segment[]) {
  let segments: readonly Segment[] = machine
  const edits = Array.from({ length: 1 + random(20) }, () => {
    const applied = applyEdits(segments, [createOperation(random, segments)], machine)
    segments = applied.segments
    return applied.operations
  })
  return { edits, segments }
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')
const SEEDS = Array.from({ length: 300 }, (_, index) => index + 1)
const fold = (machine: readonly Segment[], edits: readonly (readonly StoredOperation[])[]) =>
  applyEdits(machine, edits.flat(), machine).segments

describe('300 random series of edits', () => {
  const series = SEEDS.map((seed) => {
    const random = createRandom(seed)
    const machine = createMachineText(random)
    return { random, machine, ...createEdits(random, machine) }
  })

  it('result in the same transcript when applied at once to the recognised text', () => {
    for (const { machine, edits, segments } of series) expect(fold(machine, edits)).toEqual(segments)
    expect(series.filter(({ machine, segments }) => JSON.stringify(machine) !== JSON.stringify(segments)).length).toBeGreaterThan(
      250,
    )
  })

  it('never change the recognised text, which is restored without them', () => {
    for (const seed of SEEDS) {
      const random = createRandom(seed)
      const machine = createMachineText(random)
      const before = structuredClone(machine)
      createEdits(random, machine)
      expect(fold(machine, [])).toEqual(before)
    }
  })

  it('can be undone in any order: edits of missing segments are skipped', () => {
    for (const { random, machine, edits } of series) {
      const rest = edits.filter(() => random(2) === 0)
      expect(fold(machine, rest)).toEqual(fold(machine, structuredClone(rest)))
    }
  })

  it('keep the words in order, within their segment, and equal to its text', () => {
    const isWrong = ({ content, words = [], start_time, end_time }: Segment) => {
      const times = [start_time, ...words.flatMap(([start, end]) => [start, end]), end_time]
      const text = words.map(([, , word]) => word).join('')
      return (
        times.some((time, index) => time < (times[index - 1] ?? 0)) ||
        (words.length > 0 && withoutSpaces(text) !== withoutSpaces(content))
      )
    }
    expect(series.flatMap(({ segments }) => segments.filter(isWrong))).toEqual([])
  })

  it('have segments with unique ids, text and an end after their start', () => {
    for (const { segments } of series) {
      const ids = segments.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(segments.filter((segment) => segment.content === '' || segment.end_time < segment.start_time)).toEqual([])
    }
  })

  it('result in the same transcript after a transcription that recognised the same text', () => {
    const texts = (list: readonly Segment[]) => list.map(({ content, speaker }) => `${speaker}: ${content}`)
    const withoutTranscripts = series.filter(({ edits }) => edits.flat().every(({ kind }) => kind !== 'replace_transcript'))
    expect(withoutTranscripts.length).toBeGreaterThan(200)
    for (const { machine, edits, segments } of withoutTranscripts) {
      const renumbered = machine.map((segment) => ({ ...segment, id: `n${segment.id}` }))
      const reapplied = reapplyEdits(machine, renumbered, edits)
      const operations = reapplied.map((edit) => edit.operations)
      expect(texts(fold(renumbered, operations))).toEqual(texts(segments))
      expect(reapplied.flatMap(({ unapplied }) => unapplied)).toEqual([])
    }
  })
})

describe('operations', () => {
  const one = createMachineText(createRandom(7))
  it('on unknown segments change nothing and are kept', () => {
    const operation: EditOperation = { kind: 'merge', segment: one.at(-1)!.id }
    expect(applyEdits(one, [operation])).toMatchObject({ segments: one, touched: new Set(), operations: [operation] })
  })
})
