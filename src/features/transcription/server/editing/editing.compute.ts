import type { Segment } from '#features/files/contract.ts'
import { applyEdits, type StoredOperation } from '../../rules.ts'

export { applyEdit } from './applyEdit.ts'
export { findLines } from './findLines.ts'

export type Fold = {
  readonly machine: readonly Segment[]
  readonly edits: readonly (readonly StoredOperation[])[]
  readonly maxSize: number
}

/** Applies all edits to the recognised text. Refuses them when they make it too long. */
export function fold({ machine, edits, maxSize }: Fold): readonly Segment[] | { readonly refused: 'tooLong' } {
  const { segments, isTooLong } = applyEdits(machine, edits.flat(), machine, maxSize)
  return isTooLong ? { refused: 'tooLong' } : segments
}
