import { useState, useSyncExternalStore } from 'react'
import { readDraft, removeDraft, storeDraft } from '#browser/storage/drafts.ts'
import { newId } from '#browser/random/random.ts'
import { EditOperation } from '../../contract.ts'

/** An edit that the server does not have yet. `baseVersion` is undefined for one that replaces the change of another page. */
export type PendingEdit = {
  readonly editId: string
  readonly operations: readonly EditOperation[]
  readonly baseVersion: number | undefined
  /** The version that contains it, once the server has it. It is shown until the page has that version. */
  readonly savedVersion?: number
}

type NewEdit = Pick<PendingEdit, 'operations' | 'baseVersion'>

/**
 * The edits of a recording that the server does not have yet, in the order in which they were made. They are kept in the browser,
 * and each is made on top of those before it. Edits of other tabs are read as well: sending one twice does no harm, because the
 * server knows its id.
 */
export class PendingEdits {
  readonly #key: string
  #edits: readonly PendingEdit[]
  #version = 0
  readonly #listeners = new Set<() => void>()

  constructor(fileId: string) {
    this.#key = `edits_${fileId}`
    this.#edits = this.#readStored()
  }

  readonly all = (): readonly PendingEdit[] => this.#edits

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Says which version the last change of this page made. The page shows it a moment later. */
  setVersion(version: number): void {
    this.#version = Math.max(this.#version, version)
  }

  /** Adds an edit of the text that the page shows, and returns its id. `baseVersion` is the version that the page shows. */
  add({ operations, baseVersion }: NewEdit): string {
    const base = baseVersion === undefined ? undefined : Math.max(baseVersion, this.#version)
    const edit = { editId: newId(), operations, baseVersion: base }
    this.#change([...this.#edits, edit], [...this.#readStored(), edit])
    return edit.editId
  }

  remove(editId: string): void {
    const isOther = (edit: PendingEdit) => edit.editId !== editId
    this.#change(this.#edits.filter(isOther), this.#readStored().filter(isOther))
  }

  /** Marks an edit as saved. The others were made on top of it; those that were saved before are part of its version. */
  markSaved(editId: string, version: number): void {
    const unsaved = this.#edits.filter(({ savedVersion }) => savedVersion === undefined)
    const edits = unsaved.map((edit): PendingEdit => {
      if (edit.editId === editId) return { ...edit, savedVersion: version }
      return edit.baseVersion === undefined ? edit : { ...edit, baseVersion: version }
    })
    const byId = new Map(edits.map((edit) => [edit.editId, edit]))
    const stored = this.#readStored().map((edit) => byId.get(edit.editId) ?? edit)
    this.#change(
      edits,
      stored.filter((edit) => edit.editId !== editId),
    )
  }

  #change(edits: readonly PendingEdit[], stored: readonly PendingEdit[]): void {
    this.#edits = edits
    if (stored.length === 0) removeDraft(this.#key)
    else storeDraft(this.#key, stored)
    for (const listener of this.#listeners) listener()
  }

  #readStored(): PendingEdit[] {
    const stored = readDraft(this.#key)
    return Array.isArray(stored) ? stored.filter(isPendingEdit) : []
  }
}

/** Returns the edits of a recording that are not saved; the component renders when they change. */
export function usePendingEdits(fileId: string): { pending: readonly PendingEdit[]; edits: PendingEdits } {
  const [edits] = useState(() => new PendingEdits(fileId))
  return { edits, pending: useSyncExternalStore(edits.subscribe, edits.all) }
}

function isPendingEdit(value: unknown): value is PendingEdit {
  const { editId, operations } = (value ?? {}) as Partial<PendingEdit>
  return (
    typeof editId === 'string' &&
    Array.isArray(operations) &&
    operations.every((operation) => EditOperation.safeParse(operation).success)
  )
}
