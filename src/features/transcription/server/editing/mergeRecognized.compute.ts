import type { Segment } from '#features/files/contract.ts'
import {
  applyEdits,
  createTermReplacer,
  describeEdit,
  reapplyEdits,
  type ReappliedEdit,
  type StoredOperation,
  type TermReplacement,
} from '../../rules.ts'
import type { EditRecord } from './storeEdits.ts'

export type Recognized = {
  /** The previous recognised text, and the replacements of the word list in it. */
  readonly oldMachine: readonly Segment[]
  readonly oldTermEdits: readonly StoredOperation[]
  readonly segments: readonly Segment[]
  readonly terms: readonly TermReplacement[]
  /** The operations of each edit of the previous text. */
  readonly edits: readonly (readonly StoredOperation[])[]
  /** Maximum size of the transcript as JSON. */
  readonly maxSize: number
}

export type MergedText = {
  readonly segments: readonly Segment[]
  /** The replacements of the word list; null when there were none. */
  readonly termEdit: (Pick<EditRecord, 'touched' | 'description'> & { readonly operations: readonly StoredOperation[] }) | null
  readonly reapplied: readonly ReappliedEdit[]
}

/** Applies the terms of the word list and the edits of the previous text to a newly recognised text. */
export function mergeRecognized({ oldMachine, oldTermEdits, segments, terms, edits, maxSize }: Recognized): MergedText {
  const used = findUsed(segments, terms)
  const replaced = applyEdits(segments, used.length === 0 ? [] : [{ kind: 'replace_terms', terms: used }])
  const before = edits.length === 0 ? [] : applyEdits(oldMachine, oldTermEdits).segments
  const reapplied = reapplyEdits(before, replaced.segments, edits, maxSize)
  const operations = reapplied.flatMap((edit) => edit.operations)
  return {
    segments: applyEdits(replaced.segments, operations, segments).segments,
    termEdit:
      replaced.touched.size === 0
        ? null
        : {
            operations: replaced.operations,
            touched: [...replaced.touched],
            description: describeEdit(segments, replaced),
          },
    reapplied,
  }
}

/** Returns the terms that occur in a text. */
function findUsed(segments: readonly Segment[], terms: readonly TermReplacement[]): TermReplacement[] {
  const replacer = createTermReplacer(terms)
  const used = new Set<TermReplacement>()
  for (const { content, not_understood } of segments) if (!not_understood) replacer.replace(content, (term) => used.add(term))
  return [...used]
}
