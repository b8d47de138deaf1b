import { useQueryClient } from '@tanstack/react-query'
import { isNotFound } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import type { File, LibraryRow } from '../../contract.ts'
import { files } from '../filesClient.ts'
import { markAsDeleted } from '../sync/deletedFiles.ts'
import { applyOptimisticChange, invalidateFiles } from '../sync/libraryCache.ts'
import { changeShownFile } from '../sync/useFile.ts'

/** A recording of a list, or of its own page, which also knows the title before a generated one. */
export type TitledFile = Pick<File, 'id' | 'filename'> & Partial<Pick<File, 'original_filename'>>

/** The actions on recordings. Each resolves to whether it succeeded; errors are shown in a toast. */
export type FileActions = {
  /** `name` must be valid for `Filename` of the contract. */
  rename: (id: string, name: string) => Promise<boolean>
  /** Restores the title before a generated one, also on the page of the recording. */
  restoreTitle: (file: TitledFile) => Promise<boolean>
  /** Shows a toast with Undo. */
  trash: (ids: readonly string[]) => Promise<boolean>
  /** Shows a toast with Undo. */
  restore: (ids: readonly string[]) => Promise<boolean>
  /** Deletes permanently, without a confirmation: `RemoveFilesDialog` asks. */
  remove: (ids: readonly string[]) => Promise<boolean>
}

/** A DELETE has no body (A§7), except for more ids than a URL can safely hold: they are deleted all or none. */
const MAX_IDS_IN_URL = 100

const removeByIds = (ids: readonly string[]) =>
  ids.length <= MAX_IDS_IN_URL
    ? files.remove({ query: { ids: ids.join(',') }, body: undefined })
    : files.remove({ query: {}, body: [...ids] })

type FilesAction = (ids: readonly string[]) => Promise<boolean>

/** Returns the actions on recordings (B§4, B§8). Moving them into folders belongs to the folders feature. */
export function useFileActions(): FileActions {
  const t = useTranslations('files')
  const toast = useToast()
  const changeFiles = useChangeFiles()
  /** Batches are all or none: a deleted recording fails the whole batch until the lists are updated. */
  const failureMessage =
    (messageKey: 'move_fail' | 'restore_fail' | 'delete_fail', ids: readonly string[]) => (error: unknown) => {
      if (!isNotFound(error)) return t(messageKey)
      return `${t(messageKey)} ${t(ids.length > 1 ? 'some_deleted_meanwhile' : 'file_deleted_meanwhile')}`
    }
  const trashFiles: FilesAction = (ids) =>
    changeFiles({
      ids,
      change: (file) => ({ ...file, is_trash: true, trashed_at: file.trashed_at ?? Math.floor(now() / seconds(1)) }),
      call: () => files.trash({ body: [...ids] }),
      failure: failureMessage('move_fail', ids),
    })
  const restoreFiles: FilesAction = (ids) =>
    changeFiles({
      ids,
      change: (file) => ({ ...file, is_trash: false, trashed_at: null }),
      call: () => files.untrash({ body: [...ids] }),
      failure: failureMessage('restore_fail', ids),
    })
  const deleteFiles: FilesAction = async (ids) => {
    const undoMark = markAsDeleted(ids)
    const failure = failureMessage('delete_fail', ids)
    const isDone = await changeFiles({ ids, change: () => null, call: () => removeByIds(ids), failure })
    if (!isDone) undoMark()
    return isDone
  }
  /** Runs an action unless it is already running, and shows a toast; with Undo where the action can be undone. */
  const withToast =
    (messageKey: 'moved_to_trash' | 'restored' | 'deleted', act: FilesAction, undoAction?: FilesAction) =>
    (fileIds: readonly string[]) =>
      runOncePerFile(messageKey, fileIds, async (ids) => {
        const isDone = await act(ids)
        const undo = undoAction && { label: t('undo'), run: () => void undoAction(ids), undoes: true }
        if (isDone) toast.show(t(messageKey, { count: ids.length }), undo && { action: undo })
        return isDone
      })
  return {
    ...useTitleActions(),
    trash: withToast('moved_to_trash', trashFiles, restoreFiles),
    restore: withToast('restored', restoreFiles, trashFiles),
    remove: withToast('deleted', deleteFiles),
  }
}

function useTitleActions(): Pick<FileActions, 'rename' | 'restoreTitle'> {
  const t = useTranslations('files')
  const queries = useQueryClient()
  const changeFiles = useChangeFiles()
  const changeTitle = (id: string, filename: string, call: () => Promise<unknown>) =>
    changeFiles({ ids: [id], change: (file) => ({ ...file, filename }), call, failure: t('rename_fail') })
  return {
    rename: (id, filename) => changeTitle(id, filename, () => files.change({ params: { id }, body: { filename } })),
    restoreTitle: async ({ id, filename, original_filename: originalTitle }) => {
      if (!originalTitle) return false
      changeShownFile(queries, id, { filename: originalTitle, original_filename: null })
      const isDone = await changeTitle(id, originalTitle, () => files.restoreTitle({ params: { id } }))
      if (!isDone) changeShownFile(queries, id, { filename, original_filename: originalTitle })
      return isDone
    },
  }
}

export type FileChange = {
  ids: readonly string[]
  /** Returns the changed recording; `null` when it is removed. */
  change: (file: LibraryRow) => LibraryRow | null
  call: () => Promise<unknown>
  /** The error message, or a function of the error. */
  failure: string | ((error: unknown) => string)
}

/**
 * Changes recordings in the lists at once and then on the server. When the server refuses, the lists are reverted and a toast
 * shows the error. Resolves to whether it succeeded; never rejects.
 */
export function useChangeFiles(): (change: FileChange) => Promise<boolean> {
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return async ({ ids, change, call, failure }) => {
    const revert = await applyOptimisticChange(queries, ids, change)
    try {
      await call()
      return true
    } catch (error) {
      await revert()
      showFailure(typeof failure === 'string' ? failure : failure(error), error)
      return false
    } finally {
      invalidateFiles(queries)
    }
  }
}

const runningIds = new Map<string, Set<string>>()

/**
 * Runs an action on recordings, except those on which the same action is already running (a double click, a held key). Resolves
 * to the result of `action`, or to false when none is left.
 */
export async function runOncePerFile(
  actionName: string,
  ids: readonly string[],
  action: (ids: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const running = runningIds.get(actionName) ?? new Set()
  runningIds.set(actionName, running)
  const idle = ids.filter((id) => !running.has(id))
  if (idle.length === 0) return false
  for (const id of idle) running.add(id)
  try {
    return await action(idle)
  } finally {
    for (const id of idle) running.delete(id)
  }
}
