import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '../../contract.ts'
import { useFileActions } from './useFileActions.ts'

export type RemoveFilesDialogProps = {
  open: boolean
  files: readonly Pick<LibraryRow, 'id' | 'filename'>[]
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

/** Asks for confirmation and permanently deletes the recordings. */
export function RemoveFilesDialog({ open, files, onClose, onRemoved }: RemoveFilesDialogProps) {
  const t = useTranslations('files')
  const { remove } = useFileActions()
  const [busy, setBusy] = useState(false)
  const singleFile = files.length === 1 ? files[0] : undefined
  return (
    <ConfirmDialog
      danger
      open={open}
      busy={busy}
      title={singleFile ? t('delete_title', { name: singleFile.filename }) : t('delete_title_many', { count: files.length })}
      confirmLabel={t('delete_for_good')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('delete_warning')}
    </ConfirmDialog>
  )

  async function confirm() {
    setBusy(true)
    const isRemoved = await remove(files.map(({ id }) => id))
    setBusy(false)
    onClose()
    if (isRemoved) onRemoved?.()
  }
}
