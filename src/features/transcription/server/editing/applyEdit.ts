import type { Segment } from '#features/files/contract.ts'
import type { SuggestedTerm } from '../../contract.ts'
import { applyEdits, describeEdit, findCorrections, type StoredOperation } from '../../rules.ts'
import type { EditRecord } from './storeEdits.ts'

/** An edit and the transcript that it changes, as plain data. */
export type EditInput = {
  readonly segments: readonly Segment[]
  readonly operations: readonly StoredOperation[]
  /** The recognised segments, for operations that restore them. */
  readonly machine: readonly Segment[]
  /** Maximum size of the transcript as JSON. */
  readonly maxSize: number
}

export type EditResult = Pick<EditRecord, 'touched' | 'description'> & {
  readonly segments: readonly Segment[]
  readonly operations: readonly StoredOperation[]
  /** The number of texts replaced by `replace_all`. */
  readonly replaced: number
  /** Words that the user has corrected. */
  readonly corrections: readonly SuggestedTerm[]
}

/** Applies an edit. Refuses one that makes the transcript too long. */
export function applyEdit({ segments, operations, machine, maxSize }: EditInput): EditResult | { readonly refused: 'tooLong' } {
  const applied = applyEdits(segments, operations, machine, maxSize)
  if (applied.isTooLong) return { refused: 'tooLong' }
  return {
    segments: applied.segments,
    operations: applied.operations,
    touched: [...applied.touched],
    replaced: applied.replaced,
    description: describeEdit(segments, applied),
    corrections: findCorrections(segments, applied.segments, applied.touched),
  }
}

/** Edits of more characters run in a thread. This many take about a twentieth of a second. */
const MAX_CHARACTERS = 5_000_000

/** Returns whether operations take too long for the event loop. */
export function needsThread(operations: readonly StoredOperation[], segments: readonly Segment[]): boolean {
  const characters = charactersOf(segments)
  let cost = 0
  for (const operation of operations) {
    if (operation.kind === 'set_text') cost += 1000 + 2 * operation.content.length
    else if (operation.kind === 'replace_all' || operation.kind === 'replace_terms') cost += 4 * characters
    else if (operation.kind === 'replace_transcript') cost += 4 * (characters + charactersOf(operation.segments))
    else cost += 10 * segments.length
    if (cost > MAX_CHARACTERS) return true
  }
  return false
}

/** Returns whether a search takes too long for the event loop. */
export const searchNeedsThread = (segments: readonly Segment[]): boolean => 4 * charactersOf(segments) > MAX_CHARACTERS

const charactersOf = (segments: readonly Segment[]): number => segments.reduce((sum, { content }) => sum + content.length, 0)
