import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { useLibrary, RemoveFilesDialog } from '#features/files/web.tsx'

/**
 * Permanently deletes everything in the trash after a confirmation. Disabled until the whole library is loaded, because the
 * dialog shows the number.
 */
export function EmptyTrashButton({ files }: { files: readonly LibraryRow[] }) {
  const t = useTranslations('files')
  const { isWhole, isError } = useLibrary()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="ml-auto"
        disabledReason={!isWhole && t(isError ? 'load_rest_failed' : 'loading_rest')}
        onClick={() => setConfirming(true)}
      >
        {t('empty_the_trash')}
      </Button>
      <RemoveFilesDialog open={isConfirming} files={files} onClose={() => setConfirming(false)} />
    </>
  )
}
