import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useCounts, invalidateFiles } from '#features/files/web.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isNotFound } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { Folder } from '../../contract.ts'
import { folders, hideFolder, invalidateFolders, shareRunningCall } from '../sync/queries.ts'
import { folderDeletedToastId } from '../sync/useFolderDeleted.ts'

export type RemoveFolderDialogProps = {
  open: boolean
  folder: Folder
  onClose: () => void
  onRemoved?: ((folder: Folder) => void) | undefined
}

/** Asks for confirmation before a folder is deleted, and explains what happens to its recordings (B§4). */
export function RemoveFolderDialog({ open, folder, onClose, onRemoved }: RemoveFolderDialogProps) {
  const t = useTranslations('folders')
  const { number } = useFormat()
  const { byFolder, isKnown } = useCounts()
  const removeFolder = useRemoveFolder()
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const fileCount = byFolder.get(folder.id) ?? 0
  return (
    <ConfirmDialog
      danger
      open={open}
      busy={busy}
      title={t('delete_title', { name: folder.name })}
      confirmLabel={t('delete_folder')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {!isKnown
        ? t('delete_some')
        : fileCount === 0
          ? t('delete_empty')
          : t('delete_hint', { count: fileCount, n: number(fileCount) })}
    </ConfirmDialog>
  )

  async function remove() {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    const isRemoved = await removeFolder(folder)
    isRunning.current = false
    setBusy(false)
    onClose()
    if (isRemoved) onRemoved?.(folder)
  }
}

/**
 * Deletes a folder and shows a toast; its recordings become unorganized (B§4). Concurrent calls share one request. Resolves to
 * whether the folder is deleted; never rejects.
 */
function useRemoveFolder(): (folder: Folder) => Promise<boolean> {
  const t = useTranslations('folders')
  const queries = useQueryClient()
  const toast = useToast()
  const showFailure = useFailureToast()
  return (folder) => shareRunningCall(queries, `remove ${folder.id}`, () => remove(folder))

  async function remove(folder: Folder): Promise<boolean> {
    try {
      await folders.remove({ params: { id: folder.id } }).catch(ignoreNotFound)
      hideFolder(queries, folder.id)
      toast.show(t('folder_deleted', { name: folder.name }), { id: folderDeletedToastId(folder.id) })
      return true
    } catch (error) {
      showFailure(t('Folder_delete_failed'), error)
      return false
    } finally {
      invalidateFolders(queries)
      invalidateFiles(queries)
    }
  }
}

/** Ignores the error when the folder has already been deleted elsewhere. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error
}
