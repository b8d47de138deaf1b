import { useRef, useState } from 'react'
import { useCounts } from '#features/files/web.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { useRemoveFolder } from './useRemoveFolder.ts'

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
