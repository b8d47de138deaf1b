import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import { useLibrary } from './queries.ts'
import { RemoveFilesDialog } from './RemoveFilesDialog.tsx'

/** Deletes for good all that is in the trash, after asking; not before all of it is known, since it says how many. */
export function EmptyTrashButton({ files }: { files: readonly LibraryRow[] }) {
  const t = useWords('files')
  const { isWhole, isError } = useLibrary()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="ml-auto"
        disabledBecause={!isWhole && t(isError ? 'rest_failed' : 'rest_coming')}
        onClick={() => setAsks(true)}
      >
        {t('empty_the_trash')}
      </Button>
      <RemoveFilesDialog open={asks} files={files} onClose={() => setAsks(false)} />
    </>
  )
}
