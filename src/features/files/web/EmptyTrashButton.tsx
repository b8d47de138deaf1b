import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import { RemoveFilesDialog } from './RemoveFilesDialog.tsx'

/** Deletes for good all that is in the trash, after asking. */
export function EmptyTrashButton({ files }: { files: readonly LibraryRow[] }) {
  const t = useWords('files')
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" className="ml-auto" onClick={() => setAsks(true)}>
        {t('empty_the_trash')}
      </Button>
      <RemoveFilesDialog open={asks} files={files} onClose={() => setAsks(false)} />
    </>
  )
}
