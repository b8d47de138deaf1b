import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../../contract.ts'
import { createReplacer } from './replaceText.ts'
import { createTermReplacer, type TermReplacement } from './replaceTerms.ts'
import { joinTexts, splitIntoUnits } from './textUnits.ts'
import { mergeSegments, splitSegment, withText } from './segmentEdits.ts'
import { replaceTranscript, type ReplaceTranscript } from './replaceTranscript.ts'

/** Replaces the terms of a word list in one pass. */
export type ReplaceTerms = { readonly kind: 'replace_terms'; readonly terms: readonly TermReplacement[] }

/** An operation of a client, a transcript written by another program, or replacements by the word list. */
export type StoredOperation = EditOperation | ReplaceTranscript | ReplaceTerms

export type AppliedEdits = {
  readonly segments: readonly Segment[]
  /** The ids of changed, added and removed segments. */
  readonly touched: ReadonlySet<string>
  /** The operations with the ids of new segments. Applying them to the same segments returns the same result. */
  readonly operations: readonly StoredOperation[]
  /** Whether an operation, and those after it, were skipped because the transcript would become too long. */
  readonly isTooLong: boolean
  /** The number of texts replaced by `replace_all`. */
  readonly replaced: number
}

/**
 * Applies operations in order. `machine` are the recognised segments; only `revert` and `restore` need them. Operations on missing
 * segments have no effect. An operation that would make the JSON of the transcript longer than `maxSize` is detected before its
 * text is created.
 */
export function applyEdits(
  before: readonly Segment[],
  operations: readonly StoredOperation[],
  machine: readonly Segment[] = [],
  maxSize: number = Infinity,
): AppliedEdits {
  const state = new EditedSegments(before, maxSize)
  const applied: StoredOperation[] = []
  for (const operation of operations) {
    const result = state.apply(operation, machine)
    if (result === 'too-long') break
    applied.push(result)
  }
  const { segments, touched, replaced } = state
  return { segments, touched, operations: applied, isTooLong: applied.length < operations.length, replaced }
}

/** Segments to which edits are applied one by one. */
export class EditedSegments {
  segments: Segment[]
  readonly touched = new Set<string>()
  replaced = 0
  readonly #maxSize: number
  /** The first index of each id; undefined after segments were added, removed or moved. */
  #places: Map<string, number> | undefined

  constructor(segments: readonly Segment[], maxSize: number = Infinity) {
    this.segments = [...segments]
    this.#maxSize = maxSize
  }

  /** Applies an operation and returns it with the id of a new segment. Changes nothing when the text would become too long. */
  apply(operation: StoredOperation, machine: readonly Segment[]): StoredOperation | 'too-long' {
    switch (operation.kind) {
      case 'set_text':
        this.#replace(operation.segment, (segment) => setText(segment, operation.content))
        return operation
      case 'split':
        return this.#split(operation)
      case 'merge':
        this.#merge(operation.segment)
        return operation
      case 'delete':
        this.#changeAll(new Set(operation.segments), () => [])
        return operation
      case 'set_speaker':
        this.#changeAll(new Set(operation.segments), (segment) => withSpeaker(segment, operation.speaker))
        return operation
      case 'rename_speaker':
        this.#changeAll(undefined, (segment) =>
          segment.speaker === operation.from && !segment.not_understood ? withSpeaker(segment, operation.to) : segment,
        )
        return operation
      case 'replace_all': {
        const { count, replace } = createReplacer(operation)
        const { matches, size } = this.#measureReplacement(operation.replace, count)
        if (size > this.#maxSize) return 'too-long'
        this.replaced += matches
        this.#changeTexts(replace)
        return operation
      }
      case 'replace_terms':
        this.#changeTexts(createTermReplacer(operation.terms).replace)
        return operation
      case 'revert':
        this.#replace(operation.segment, (segment) => revertText(segment, machine))
        return operation
      case 'restore':
        this.#restore(machine)
        return operation
      case 'replace_transcript':
        this.#replaceTranscript(operation)
        return operation
    }
  }

  find(id: string): Segment | undefined {
    return this.segments[this.indexOf(id)]
  }

  indexOf(id: string): number {
    this.#places ??= new Map(this.segments.map((segment, index) => [segment.id, index] as const).toReversed())
    return this.#places.get(id) ?? -1
  }

  #replace(id: string, change: (segment: Segment) => Segment | []): void {
    const index = this.indexOf(id)
    const segment = this.segments[index]
    if (!segment) return
    const changed = change(segment)
    if (changed === segment) return
    this.touched.add(id)
    if (Array.isArray(changed)) this.#splice(index, 1)
    else this.segments[index] = changed
  }

  #splice(index: number, count: number, ...added: Segment[]): void {
    this.segments.splice(index, count, ...added)
    this.#places = undefined
  }

  #setAll(segments: Segment[]): void {
    this.segments = segments
    this.#places = undefined
  }

  /** Changes all segments, or those with these ids. */
  #changeAll(ids: ReadonlySet<string> | undefined, change: (segment: Segment) => Segment | []): void {
    const changed = this.segments.flatMap((segment) => {
      if (ids && !ids.has(segment.id)) return [segment]
      const result = change(segment)
      if (result !== segment) this.touched.add(segment.id)
      return result
    })
    this.#setAll(changed)
  }

  #changeTexts(replace: (content: string) => string): void {
    this.#changeAll(undefined, (segment) => (segment.not_understood ? segment : setText(segment, replace(segment.content))))
  }

  /** Returns the number of matches, and the minimum size of the transcript with a text at each of them. */
  #measureReplacement(text: string, count: (content: string) => number): { matches: number; size: number } {
    const words = splitIntoUnits(text).length
    let [matches, size] = [0, 0]
    for (const { content, words: timed, not_understood } of this.segments) {
      const found = not_understood ? 0 : count(content)
      matches += found
      size += found === 0 ? content.length : found * (timed ? 2 * text.length + words * WORD_SIZE : text.length)
    }
    return { matches, size }
  }

  #split(operation: Extract<EditOperation, { kind: 'split' }>): StoredOperation {
    const index = this.indexOf(operation.segment)
    const segment = this.segments[index]
    const newId = operation.new_id ?? this.#freeId(operation.segment)
    const parts = segment && this.indexOf(newId) < 0 ? splitSegment(segment, operation.at, newId) : undefined
    if (!parts) return operation
    for (const { id } of parts) this.touched.add(id)
    this.#splice(index, 1, ...parts)
    return { ...operation, new_id: newId }
  }

  #merge(id: string): void {
    const index = this.indexOf(id)
    const [segment, next] = [this.segments[index], this.segments[index + 1]]
    if (!segment || !next) return
    this.touched.add(segment.id).add(next.id)
    this.#splice(index, 2, mergeSegments(segment, next))
  }

  #replaceTranscript(operation: ReplaceTranscript): void {
    const before = new Map(this.segments.map((segment) => [segment.id, segment]))
    const after = replaceTranscript(this.segments, operation)
    const kept = new Set(after.map(({ id }) => id))
    for (const segment of after) if (before.get(segment.id) !== segment) this.touched.add(segment.id)
    for (const { id } of this.segments) if (!kept.has(id)) this.touched.add(id)
    this.#setAll(after)
  }

  #restore(machine: readonly Segment[]): void {
    // Without the recognised text, nothing can be restored.
    if (machine.length === 0) return
    const before = new Map(this.segments.map((segment) => [segment.id, segment]))
    const ids = new Set(machine.map(({ id }) => id))
    for (const { id } of this.segments) if (!ids.has(id)) this.touched.add(id)
    const restored = machine.map((segment) => {
      const current = before.get(segment.id)
      if (current && isSameText(current, segment)) return current
      this.touched.add(segment.id)
      return segment
    })
    this.#setAll(restored)
  }

  #freeId(id: string): string {
    let part = 1
    while (this.indexOf(`${id}.${part}`) >= 0) part++
    return `${id}.${part}`
  }
}

/** Minimum size of a word in JSON, besides its text: `[0,0,"",1],`. */
const WORD_SIZE = 11

const isSameText = (a: Segment, b: Segment): boolean =>
  a.content === b.content &&
  a.speaker === b.speaker &&
  a.start_time === b.start_time &&
  a.end_time === b.end_time &&
  a.original_content === undefined

/** Returns the segment with another text, or nothing when the text is empty. */
function setText(segment: Segment, content: string): Segment | [] {
  const text = content.trim()
  if (text === segment.content) return segment
  return text === '' ? [] : withText(segment, text)
}

const withSpeaker = (segment: Segment, speaker: string): Segment =>
  segment.speaker === speaker ? segment : { ...segment, speaker }

/** Returns the segment with the recognised words between its start and its end. */
function revertText(segment: Segment, machine: readonly Segment[]): Segment {
  const { original_content, ...rest } = segment
  if (original_content === undefined) return segment
  const same = machine.find(
    ({ id, start_time, end_time }) => id === rest.id && start_time === rest.start_time && end_time === rest.end_time,
  )
  if (same) {
    const { content, words, not_understood } = same
    return { ...rest, content, ...(words && { words }), ...(not_understood && { not_understood }) }
  }
  const words = machine
    .filter(({ start_time, end_time }) => start_time <= rest.end_time && end_time >= rest.start_time)
    .flatMap((recognised) => recognised.words ?? [])
    .filter(([start, end]) => (start + end) / 2 >= rest.start_time && (start + end) / 2 <= rest.end_time)
  const recognised = words.reduce((text, [, , word]) => joinTexts(text, word), '')
  const within = (time: number) => Math.min(rest.end_time, Math.max(rest.start_time, time))
  if (recognised === original_content) {
    const clamped = words.map(([start, end, text, confidence]): (typeof words)[number] => [
      within(start),
      within(end),
      text,
      confidence,
    ])
    return { ...rest, content: original_content, words: clamped }
  }
  const { original_content: _, ...reverted } = withText(segment, original_content)
  return reverted
}
