import type { Segment } from '#features/files/contract.ts'
import type { TextChange } from '../../contract/edits.ts'
import type { StoredOperation } from '../../rules/edits.ts'
import type { EditSummary } from './storeEdits.ts'

/** Most changes of one edit that the history shows, and most characters of one text. */
const MAX_CHANGES = 20
const MAX_CHARACTERS = 300

/** Returns what the history shows of operations that turned `before` into `after`. */
export function summarizeEdit(
  operations: readonly StoredOperation[],
  before: readonly Segment[],
  after: readonly Segment[],
): EditSummary {
  return {
    kinds: [...new Set(operations.map(({ kind }) => kind))],
    renamed: operations.flatMap((operation) =>
      operation.kind === 'renameSpeaker' ? [{ from: operation.from, to: operation.to }] : [],
    ),
    changes: compareSegments(before, after),
  }
}

function compareSegments(before: readonly Segment[], after: readonly Segment[]): TextChange[] {
  const oldById = new Map(before.map((segment) => [segment.id, segment]))
  const newIds = new Set(after.map(({ id }) => id))
  const changes = [
    ...after.flatMap((segment) => compareText(oldById.get(segment.id), segment)),
    ...before.flatMap((segment) => (newIds.has(segment.id) ? [] : compareText(segment, undefined))),
  ]
  return changes.toSorted((a, b) => a.time - b.time).slice(0, MAX_CHANGES)
}

/** Returns the part of a text that has changed, in whole words. */
function compareText(before: Segment | undefined, after: Segment | undefined): TextChange[] {
  const [oldWords, newWords] = [before, after].map((segment) => (segment?.content ?? '').split(' '))
  if (!oldWords || !newWords || before?.content === after?.content) return []
  let head = 0
  while (head < oldWords.length && head < newWords.length && oldWords[head] === newWords[head]) head++
  let tail = 0
  while (tail < oldWords.length - head && tail < newWords.length - head && oldWords.at(-1 - tail) === newWords.at(-1 - tail))
    tail++
  const middle = (words: readonly string[]) =>
    words
      .slice(head, words.length - tail)
      .join(' ')
      .slice(0, MAX_CHARACTERS)
  return [{ time: (before ?? after)!.start_time, before: middle(oldWords), after: middle(newWords) }]
}
