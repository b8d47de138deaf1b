import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../contract/edits.ts'
import { retimeWords } from './retimeWords.ts'

/** An operation of a person, or a whole transcript that another program has written. */
export type StoredOperation = EditOperation | { readonly kind: 'replaceTranscript'; readonly segments: readonly Segment[] }

/** A segment with the segments of the machine from which it was made. */
export type EditedEntry = { readonly segment: Segment; readonly roots: readonly string[] }
type Entry = EditedEntry

/**
 * Returns the machine's transcript after the operations, in order. The same transcript and operations always give the same result.
 * An operation that does not fit does nothing.
 */
export const applyOperations = (machine: readonly Segment[], operations: readonly StoredOperation[]): Segment[] =>
  editedEntries(machine, operations).map(({ segment }) => segment)

/** Like `applyOperations`, with the segments of the machine from which each segment was made. */
export function editedEntries(machine: readonly Segment[], operations: readonly StoredOperation[]): readonly EditedEntry[] {
  const draft = new Draft(machine)
  for (const operation of operations) draft.apply(operation)
  return draft.entries()
}

class Draft {
  readonly #machine: readonly Segment[]
  #entries: Entry[]

  constructor(machine: readonly Segment[]) {
    this.#machine = machine
    this.#entries = toEntries(machine)
  }

  entries(): readonly Entry[] {
    return this.#entries
  }

  apply(operation: StoredOperation): void {
    switch (operation.kind) {
      case 'setText':
        return this.#change([operation.segment], (segment) => withText(segment, operation.content))
      case 'delete':
        return this.#change(operation.segments, () => undefined)
      case 'setSpeaker':
        return this.#change(operation.segments, (segment) => ({ ...segment, speaker: operation.speaker }))
      case 'renameSpeaker':
        return this.#changeAll((segment) =>
          segment.speaker === operation.from ? { ...segment, speaker: operation.to } : segment,
        )
      case 'replaceAll':
        return this.#changeAll((segment) => {
          const content = replaceInText(segment, operation)
          return content === segment.content ? segment : withText(segment, content)
        })
      case 'split':
        return this.#split(operation.segment, operation.at)
      case 'merge':
        return this.#merge(operation.segment)
      case 'revert':
        return this.#revert(operation.segment)
      case 'replaceTranscript':
        this.#entries = toEntries(operation.segments)
    }
  }

  #indexOf(id: string): number {
    return this.#entries.findIndex(({ segment }) => segment.id === id)
  }

  /** Replaces segments; those for which `change` returns undefined are deleted. */
  #change(ids: readonly string[], change: (segment: Segment) => Segment | undefined): void {
    const changed = new Set(ids)
    this.#changeAll((segment) => (changed.has(segment.id) ? change(segment) : segment))
  }

  #changeAll(change: (segment: Segment) => Segment | undefined): void {
    this.#entries = this.#entries.flatMap((entry) => {
      const segment = change(entry.segment)
      return segment ? [segment === entry.segment ? entry : { ...entry, segment }] : []
    })
  }

  #split(id: string, at: number): void {
    const index = this.#indexOf(id)
    const entry = this.#entries[index]
    if (!entry) return
    const parts = splitSegment(entry.segment, at, this.#newId(id))
    if (parts) this.#entries.splice(index, 1, ...parts.map((segment) => ({ ...entry, segment })))
  }

  /** Returns an id for a part of a segment: the id of the segment with the next free number. */
  #newId(id: string): string {
    for (let number = 1; ; number++) if (this.#indexOf(`${id}.${number}`) < 0) return `${id}.${number}`
  }

  #merge(id: string): void {
    const index = this.#indexOf(id)
    const [entry, next] = [this.#entries[index], this.#entries[index + 1]]
    if (!entry || !next) return
    const merged = { segment: mergeSegments(entry.segment, next.segment), roots: [...new Set([...entry.roots, ...next.roots])] }
    this.#entries.splice(index, 2, merged)
  }

  #revert(id: string): void {
    const entry = this.#entries[this.#indexOf(id)]
    if (!entry) return
    const roots = this.#connectedRoots(entry.roots)
    const isReverted = ({ roots: own }: Entry) => own.some((root) => roots.has(root))
    const index = this.#entries.findIndex(isReverted)
    const restored = toEntries(this.#machine.filter((segment) => roots.has(segment.id)))
    // A transcript that another program has written has nothing to restore.
    if (restored.length === 0) return
    const rest = this.#entries.filter((other) => !isReverted(other))
    this.#entries = [...rest.slice(0, index), ...restored, ...rest.slice(index)]
  }

  /** Returns these segments of the machine and those that are merged with any part of them. */
  #connectedRoots(roots: readonly string[]): Set<string> {
    const connected = new Set(roots)
    for (let size = 0; size !== connected.size;) {
      size = connected.size
      for (const entry of this.#entries)
        if (entry.roots.some((root) => connected.has(root))) entry.roots.forEach((root) => connected.add(root))
    }
    return connected
  }
}

const toEntries = (segments: readonly Segment[]): Entry[] => segments.map((segment) => ({ segment, roots: [segment.id] }))

function withText(segment: Segment, content: string): Segment | undefined {
  const text = content.replaceAll(/\s+/gu, ' ').trim()
  if (text === '') return undefined
  if (text === segment.content) return segment
  const { not_understood: wasNotUnderstood, ...understood } = segment
  const before = { words: wasNotUnderstood ? [] : (segment.words ?? []), start: segment.start_time, end: segment.end_time }
  return { ...understood, content: text, words: retimeWords(before, text) }
}

function splitSegment(segment: Segment, at: number, newId: string): [Segment, Segment] | undefined {
  const [first, second] = [segment.content.slice(0, at).trim(), segment.content.slice(at).trim()]
  if (first === '' || second === '' || segment.not_understood) return undefined
  const [firstWords, secondWords] = splitWords(segment, at)
  const border = Math.round(secondWords[0]?.[0] ?? segment.end_time)
  return [
    { ...segment, content: first, words: firstWords, end_time: Math.round(firstWords.at(-1)?.[1] ?? border) },
    { ...segment, id: newId, content: second, words: secondWords, start_time: border },
  ]
}

type Words = NonNullable<Segment['words']>

/** Returns the words before and after an index of the text. A word with the index in it is split in proportion to its length. */
function splitWords({ content, words = [] }: Segment, at: number): [Words, Words] {
  let from = 0
  for (const [index, [start, end, text, confidence]] of words.entries()) {
    const found = content.indexOf(text.trim(), from)
    if (found < 0 || found >= at) return [words.slice(0, index), words.slice(index)]
    from = found + text.trim().length
    if (from <= at) continue
    const middle = Math.round(start + ((end - start) * (at - found)) / (from - found))
    return [
      [...words.slice(0, index), [start, middle, content.slice(found, at), confidence]],
      [[middle, end, content.slice(at, from), confidence], ...words.slice(index + 1)],
    ]
  }
  return [words, []]
}

/** Returns both texts as one. A segment that was not understood adds its time, but no text. */
function mergeSegments(first: Segment, second: Segment): Segment {
  const time = { start_time: first.start_time, end_time: Math.max(first.end_time, second.end_time) }
  if (second.not_understood) return { ...first, ...time }
  if (first.not_understood) return { ...second, ...time, id: first.id }
  const separator = UNSPACED_END.test(first.content) ? '' : ' '
  return {
    ...first,
    ...time,
    content: first.content + separator + second.content,
    words: [...(first.words ?? []), ...(second.words ?? [])],
  }
}

const UNSPACED_END =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}。、！？]$/u

export type TextSearch = { readonly find: string; readonly match_case: boolean; readonly whole_word: boolean }

/** Returns a pattern that finds a text literally. */
export function searchPattern({ find, match_case, whole_word }: TextSearch): RegExp {
  const text = find.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(/\s+/gu, String.raw`\s+`)
  const letter = String.raw`[\p{L}\p{N}]`
  return new RegExp(whole_word ? `(?<!${letter})${text}(?!${letter})` : text, match_case ? 'gu' : 'giu')
}

function replaceInText({ content, not_understood }: Segment, operation: TextSearch & { replace: string }): string {
  // What was not understood is described in words of the program, not in spoken ones.
  return not_understood ? content : content.replace(searchPattern(operation), () => operation.replace)
}

/** Returns the ids of the segments that an operation changes, or `all`. Renaming a speaker conflicts with nothing. */
export function changedSegments(operation: StoredOperation): readonly string[] | 'all' {
  if (operation.kind === 'renameSpeaker') return []
  if (operation.kind === 'replaceAll' || operation.kind === 'replaceTranscript') return 'all'
  return 'segments' in operation ? operation.segments : [operation.segment]
}

/** Returns whether two lists of operations change the same segment. A merge also changes the next segment, which is not known here. */
export function isConflict(a: readonly StoredOperation[], b: readonly StoredOperation[]): boolean {
  const [changedByA, changedByB] = [a, b].map((operations) => operations.map(changedSegments))
  const touches = (lists: readonly (readonly string[] | 'all')[] | undefined) => lists?.some((list) => list.length > 0) ?? false
  if (changedByA!.includes('all')) return touches(changedByB)
  if (changedByB!.includes('all')) return touches(changedByA)
  const ids = new Set(changedByA!.flatMap((list) => [...(list as readonly string[])]))
  return changedByB!.some((list) => (list as readonly string[]).some((id) => ids.has(id)))
}
