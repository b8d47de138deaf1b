import { useQueryClient } from '@tanstack/react-query'
import { invalidateFiles } from '#features/files/web.tsx'
import { Refused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { folders, hideFolder, invalidateFolders } from '../sync/queries.ts'
import { shareRunningCall } from '../sync/shareRunningCall.ts'
import { folderDeletedToastId } from '../sync/useFolderDeleted.ts'

/**
 * Deletes a folder and shows a toast; its recordings become unorganized (B§4). Concurrent calls share one request. Resolves to
 * whether the folder is deleted; never rejects.
 */
export function useRemoveFolder(): (folder: Folder) => Promise<boolean> {
  const t = useTranslations('folders')
  const queries = useQueryClient()
  const toast = useRecordingsToast()
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
  if (!(error instanceof Refused && error.httpStatus === 404)) throw error
}
