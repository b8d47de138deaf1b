import { useQueryClient } from '@tanstack/react-query'
import { wasRefused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { FOLDERS_MAX, type Folder } from '../contract.ts'
import type { FolderChoice } from '../rules.ts'
import { folders, rereadFolders, showFolder } from './queries.ts'
import { shareRunning } from './shareRunning.ts'

/** The outcome; a failure has been shown in a toast. */
export type SaveOutcome = { kind: 'saved'; folder: Folder } | { kind: 'name-taken' | 'failed' }

/**
 * Creates a folder, or changes the given one. Identical concurrent calls, also from two dialogs, share one request (B§4). Never
 * rejects.
 */
export function useSaveFolder(folder: Folder | undefined): (draft: FolderChoice) => Promise<SaveOutcome> {
  const t = useWords('folders')
  const { number } = useFormat()
  const queries = useQueryClient()
  const sayFailure = useFailureToast()
  return (draft) => shareRunning(queries, `save ${JSON.stringify([folder?.id, draft])}`, () => save(draft))

  async function save(draft: FolderChoice): Promise<SaveOutcome> {
    try {
      const call = folder ? folders.change({ params: { id: folder.id }, body: draft }) : folders.create({ body: draft })
      const { data_filetag: saved } = await call
      showFolder(queries, saved)
      return { kind: 'saved', folder: saved }
    } catch (error) {
      if (wasRefused(error, folders.change, 'nameTaken') || wasRefused(error, folders.create, 'nameTaken'))
        return { kind: 'name-taken' }
      if (wasRefused(error, folders.create, 'tooMany')) {
        sayFailure(t('Folder_too_many', { n: number(FOLDERS_MAX) }), error)
        return { kind: 'failed' }
      }
      sayFailure(t(folder ? 'Folder_rename_failed' : 'Folder_add_failed'), error)
      return { kind: 'failed' }
    } finally {
      // Reloaded also when the name is taken: that folder may have been created elsewhere and be missing in the list.
      rereadFolders(queries)
    }
  }
}
