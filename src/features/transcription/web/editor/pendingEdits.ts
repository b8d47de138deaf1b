import { readDraft, removeDraft, storeDraft } from '#browser/storage/drafts.ts'
import { EditOperation } from '../../contract.ts'

/** An edit that the server does not have yet. `baseVersion` is undefined for one that replaces the change of another page. */
export type PendingEdit = {
  editId: string
  operations: readonly EditOperation[]
  baseVersion: number | undefined
  /** The version that contains it, once the server has it. It is shown until the page has that version. */
  savedVersion?: number
}

const draftKey = (fileId: string) => `edits_${fileId}`

/**
 * Returns the edits of a recording that are not saved yet, also those of other tabs: sending one twice does no harm, because the
 * server knows its id.
 */
export function readPendingEdits(fileId: string): PendingEdit[] {
  const stored = readDraft(draftKey(fileId))
  return Array.isArray(stored) ? stored.filter(isPendingEdit) : []
}

export function addPendingEdit(fileId: string, edit: PendingEdit): void {
  write(fileId, [...readPendingEdits(fileId), edit])
}

export function removePendingEdit(fileId: string, editId: string): void {
  write(
    fileId,
    readPendingEdits(fileId).filter((edit) => edit.editId !== editId),
  )
}

const write = (fileId: string, edits: readonly PendingEdit[]) =>
  edits.length === 0 ? removeDraft(draftKey(fileId)) : storeDraft(draftKey(fileId), edits)

function isPendingEdit(value: unknown): value is PendingEdit {
  const { editId, operations } = (value ?? {}) as Partial<PendingEdit>
  return (
    typeof editId === 'string' &&
    Array.isArray(operations) &&
    operations.every((operation) => EditOperation.safeParse(operation).success)
  )
}
