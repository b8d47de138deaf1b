import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../../contract.ts'
import { replaceMatches } from './replaceText.ts'
import { joinTexts } from './textUnits.ts'
import { mergeSegments, splitSegment, withText } from './segmentEdits.ts'
import { replaceTranscript, type ReplaceTranscript } from './replaceTranscript.ts'

/** An operation of a client, or the transcript that another program wrote. */
export type StoredOperation = EditOperation | ReplaceTranscript

export type AppliedEdits = {
  readonly segments: readonly Segment[]
  /** The ids of the segments that were changed, added or removed. */
  readonly touched: ReadonlySet<string>
  /** The operations with the ids of new segments. Applying them to the same segments gives the same result. */
  readonly operations: readonly StoredOperation[]
}

/**
 * Applies operations in order. `machine` are the recognised segments; only `revert` and `restore` need them. Operations whose segment
 * is gone change nothing.
 */
export function applyEdits(
  before: readonly Segment[],
  operations: readonly StoredOperation[],
  machine: readonly Segment[] = [],
): AppliedEdits {
  const state = new EditedSegments(before)
  const applied = operations.map((operation) => state.apply(operation, machine))
  return { segments: state.segments, touched: state.touched, operations: applied }
}

class EditedSegments {
  segments: readonly Segment[]
  readonly touched = new Set<string>()

  constructor(segments: readonly Segment[]) {
    this.segments = segments
  }

  apply(operation: StoredOperation, machine: readonly Segment[]): StoredOperation {
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
      case 'replace_all':
        this.#changeAll(undefined, (segment) =>
          segment.not_understood ? segment : setText(segment, replaceMatches(segment.content, operation)),
        )
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

  #replace(id: string, change: (segment: Segment) => Segment | []): void {
    const index = this.segments.findIndex((segment) => segment.id === id)
    const segment = this.segments[index]
    if (!segment) return
    const changed = change(segment)
    if (changed === segment) return
    this.touched.add(id)
    this.segments = this.segments.toSpliced(index, 1, ...(Array.isArray(changed) ? changed : [changed]))
  }

  /** Changes all segments, or those with these ids. */
  #changeAll(ids: ReadonlySet<string> | undefined, change: (segment: Segment) => Segment | []): void {
    this.segments = this.segments.flatMap((segment) => {
      if (ids && !ids.has(segment.id)) return [segment]
      const changed = change(segment)
      if (changed !== segment) this.touched.add(segment.id)
      return changed
    })
  }

  #split(operation: Extract<EditOperation, { kind: 'split' }>): StoredOperation {
    const index = this.segments.findIndex(({ id }) => id === operation.segment)
    const segment = this.segments[index]
    const newId = operation.new_id ?? this.#freeId(operation.segment)
    const parts = segment && !this.#has(newId) ? splitSegment(segment, operation.at, newId) : undefined
    if (!parts) return operation
    for (const { id } of parts) this.touched.add(id)
    this.segments = this.segments.toSpliced(index, 1, ...parts)
    return { ...operation, new_id: newId }
  }

  #merge(id: string): void {
    const index = this.segments.findIndex((segment) => segment.id === id)
    const [segment, next] = [this.segments[index], this.segments[index + 1]]
    if (!segment || !next) return
    this.touched.add(segment.id).add(next.id)
    this.segments = this.segments.toSpliced(index, 2, mergeSegments(segment, next))
  }

  #replaceTranscript(operation: ReplaceTranscript): void {
    const before = new Map(this.segments.map((segment) => [segment.id, segment]))
    const after = replaceTranscript(this.segments, operation)
    const kept = new Set(after.map(({ id }) => id))
    for (const segment of after) if (before.get(segment.id) !== segment) this.touched.add(segment.id)
    for (const { id } of this.segments) if (!kept.has(id)) this.touched.add(id)
    this.segments = after
  }

  #restore(machine: readonly Segment[]): void {
    // Without the recognised text nothing is known about it.
    if (machine.length === 0) return
    const before = new Map(this.segments.map((segment) => [segment.id, segment]))
    const ids = new Set(machine.map(({ id }) => id))
    for (const { id } of this.segments) if (!ids.has(id)) this.touched.add(id)
    this.segments = machine.map((segment) => {
      const current = before.get(segment.id)
      if (current && isSameText(current, segment)) return current
      this.touched.add(segment.id)
      return segment
    })
  }

  #has(id: string): boolean {
    return this.segments.some((segment) => segment.id === id)
  }

  #freeId(id: string): string {
    const ids = new Set(this.segments.map((segment) => segment.id))
    let part = 1
    while (ids.has(`${id}.${part}`)) part++
    return `${id}.${part}`
  }
}

const isSameText = (a: Segment, b: Segment): boolean =>
  a.content === b.content &&
  a.speaker === b.speaker &&
  a.start_time === b.start_time &&
  a.end_time === b.end_time &&
  a.original_content === undefined

/** Returns the segment with another text, or nothing when no text is left. */
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
