import { days } from '#shared/units.ts'
import { getItem, setItem } from '#browser/storage/storage.ts'
import { EditOperation } from '../../contract.ts'

/** An edit that the server does not have yet. `baseVersion` is undefined for one that replaces the change of another page. */
export type PendingEdit = { editId: string; operations: readonly EditOperation[]; baseVersion: number | undefined }

const storageKeyOf = (fileId: string) => `edits_${fileId}`

/**
 * Returns the edits of a recording that are not saved yet, also those of other tabs: sending one twice does no harm, because the
 * server knows its id.
 */
export function readPendingEdits(fileId: string): PendingEdit[] {
  const stored = getItem(storageKeyOf(fileId))
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

const write = (fileId: string, edits: readonly PendingEdit[]) => setItem(storageKeyOf(fileId), edits, { lifetime: days(365) })

function isPendingEdit(value: unknown): value is PendingEdit {
  const { editId, operations } = (value ?? {}) as Partial<PendingEdit>
  return (
    typeof editId === 'string' &&
    Array.isArray(operations) &&
    operations.every((operation) => EditOperation.safeParse(operation).success)
  )
}
