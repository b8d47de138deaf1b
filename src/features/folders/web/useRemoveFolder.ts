import { useQueryClient } from '@tanstack/react-query'
import { rereadFiles } from '#features/files/web.tsx'
import { Refused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { folders, hideFolder, rereadFolders } from './queries.ts'
import { shareRunning } from './shareRunning.ts'
import { folderGone } from './useGoneFolder.ts'

/**
 * Deletes a folder and shows a toast; its recordings become unorganized (B§4). Concurrent calls share one request. Resolves to
 * whether the folder is deleted; never rejects.
 */
export function useRemoveFolder(): (folder: Folder) => Promise<boolean> {
  const t = useWords('folders')
  const queries = useQueryClient()
  const toast = useRecordingsToast()
  const sayFailure = useFailureToast()
  return (folder) => shareRunning(queries, `remove ${folder.id}`, () => remove(folder))

  async function remove(folder: Folder): Promise<boolean> {
    try {
      await folders.remove({ params: { id: folder.id } }).catch(unlessGone)
      hideFolder(queries, folder.id)
      toast.show(t('folder_deleted', { name: folder.name }), { id: folderGone(folder.id) })
      return true
    } catch (error) {
      sayFailure(t('Folder_delete_failed'), error)
      return false
    } finally {
      rereadFolders(queries)
      rereadFiles(queries)
    }
  }
}

/** Ignores the error when the folder has already been deleted elsewhere. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refused && error.httpStatus === 404)) throw error
}
