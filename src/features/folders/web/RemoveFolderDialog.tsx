import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { rereadFiles, useCounts } from '#features/files/web.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { folders, rereadFolders } from './queries.ts'

export type RemoveFolderDialogProps = {
  open: boolean
  folder: Folder
  onClose: () => void
  onRemoved?: ((folder: Folder) => void) | undefined
}

/** Asks before a folder is deleted, and says what becomes of its recordings (B§4). */
export function RemoveFolderDialog({ open, folder, onClose, onRemoved }: RemoveFolderDialogProps) {
  const t = useWords('folders')
  const queries = useQueryClient()
  const toast = useToast()
  const sayFailure = useFailureToast()
  const inside = useCounts().byFolder.get(folder.id) ?? 0
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
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
      {inside === 0 ? t('delete_empty') : t('delete_hint', { count: inside })}
    </ConfirmDialog>
  )

  async function remove() {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    try {
      await folders.remove({ params: { id: folder.id } })
      toast.show(t('folder_deleted', { name: folder.name }))
      onRemoved?.(folder)
    } catch (error) {
      sayFailure(t('Folder_delete_failed'), error)
    } finally {
      underWay.current = false
      setBusy(false)
      onClose()
      rereadFolders(queries)
      rereadFiles(queries)
    }
  }
}
