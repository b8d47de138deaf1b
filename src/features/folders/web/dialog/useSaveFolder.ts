import { useQueryClient } from '@tanstack/react-query'
import { isRefused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FOLDERS_MAX, type Folder } from '../../contract.ts'
import type { FolderFields } from '../../rules.ts'
import { folders, invalidateFolders, showFolder } from '../sync/queries.ts'
import { shareRunningCall } from '../sync/shareRunningCall.ts'

/** The outcome; a failure has been shown in a toast. */
export type SaveOutcome = { kind: 'saved'; folder: Folder } | { kind: 'name-taken' | 'failed' }

/**
 * Creates a folder, or changes the given one. Identical concurrent calls, also from two dialogs, share one request (B§4). Never
 * rejects.
 */
export function useSaveFolder(folder: Folder | undefined): (draft: FolderFields) => Promise<SaveOutcome> {
  const t = useTranslations('folders')
  const { number } = useFormat()
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return (draft) => shareRunningCall(queries, `save ${JSON.stringify([folder?.id, draft])}`, () => save(draft))

  async function save(draft: FolderFields): Promise<SaveOutcome> {
    try {
      const call = folder ? folders.change({ params: { id: folder.id }, body: draft }) : folders.create({ body: draft })
      const { data_filetag: saved } = await call
      showFolder(queries, saved)
      return { kind: 'saved', folder: saved }
    } catch (error) {
      if (isRefused(error, folders.change, 'nameTaken') || isRefused(error, folders.create, 'nameTaken'))
        return { kind: 'name-taken' }
      if (isRefused(error, folders.create, 'tooMany')) {
        showFailure(t('Folder_too_many', { n: number(FOLDERS_MAX) }), error)
        return { kind: 'failed' }
      }
      showFailure(t(folder ? 'Folder_rename_failed' : 'Folder_add_failed'), error)
      return { kind: 'failed' }
    } finally {
      // Reloaded also when the name is taken: that folder may have been created elsewhere and be missing in the list.
      invalidateFolders(queries)
    }
  }
}
