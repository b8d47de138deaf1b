import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { setFileFolders, runOncePerFile, readLibrary, useChangeFiles } from '#features/files/web.tsx'
import { Refused, isNotFound } from '#shared/client.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { folders, isKnownFolder, invalidateFolders } from '../sync/queries.ts'

/**
 * Returns a function that moves recordings into a folder, or out of all with `null`. Recordings already there are skipped; when
 * all are, a toast warns (B§5). A toast reports the move with links to open the folder and to undo. Resolves to whether all are
 * there now; never rejects.
 */
export function useMoveFiles(): (fileIds: readonly string[], folder: Folder | null) => Promise<boolean> {
  const t = useTranslations('folders')
  const toast = useToast()
  const navigate = useNavigate()
  const changeFiles = useChangeFiles()
  const queries = useQueryClient()

  return async (fileIds, folder) => {
    // Read on demand, so that components that can move recordings do not render with every change to the library.
    const library = readLibrary(queries)?.files ?? []
    const foldersByFile = new Map(library.map((file) => [file.id, file.filetag_id_list]))
    const isAlreadyThere = (id: string) =>
      folder ? foldersByFile.get(id)?.includes(folder.id) === true : foldersByFile.get(id)?.length === 0
    const filesToMove = fileIds.filter((id) => !isAlreadyThere(id))
    if (filesToMove.length === 0) {
      if (fileIds.length > 0) toast.warn(t('files_exist_tip'))
      return true
    }
    return runOncePerFile(`move ${folder?.id ?? ''}`, filesToMove, async (ids) => {
      const isDone = await setFolders(ids, folder ? [folder.id] : [])
      if (isDone) showMovedToast(ids, folder, foldersByFile)
      return isDone
    })
  }

  /** The move call takes one folder; recordings of several folders are updated one by one. */
  async function setFolders(ids: readonly string[], folderIds: readonly string[]): Promise<boolean> {
    const [folderId = '', ...otherFolderIds] = folderIds
    const move = () => folders.move({ body: { file_id_list: [...ids], filetag_id: folderId } })
    const isDone = await changeFiles({
      ids,
      change: (file) => ({ ...file, filetag_id_list: [...folderIds] }),
      call: () => (otherFolderIds.length === 0 ? move() : setFileFolders(ids, folderIds)),
      failure: (error) => (isNotFound(error) ? t('move_not_found') : (serverMessage(error) ?? t('home_list_file_move_fail'))),
    })
    if (!isDone) invalidateFolders(queries)
    return isDone
  }

  function showMovedToast(
    ids: readonly string[],
    folder: Folder | null,
    foldersByFile: ReadonlyMap<string, readonly string[]>,
  ): void {
    const list = folder ? { tagId: folder.id } : { categoryId: 'unorganized' as const }
    const text = folder ? t('moved', { count: ids.length, folder: folder.name }) : t('moved_out', { count: ids.length })
    const undo = async () => {
      const groups = groupByFolders(ids, foldersByFile, (id) => isKnownFolder(queries, id))
      for (const { folderIds, fileIds } of groups) await setFolders(fileIds, folderIds)
    }
    const visitAction = { label: t('open_folder'), run: () => void navigate({ to: '/file-list', search: list }) }
    // The previous folders are unknown until the library is loaded; then there is no Undo.
    const isKnown = ids.every((id) => foldersByFile.has(id))
    toast.show(text, { actions: [...(isKnown ? [{ label: t('undo'), run: () => void undo(), undoes: true }] : []), visitAction] })
  }
}

type Group = { readonly folderIds: readonly string[]; readonly fileIds: readonly string[] }

/** Groups recordings by their previous folders, skipping deleted ones, so that each group is restored by one call. */
export function groupByFolders(
  ids: readonly string[],
  foldersByFile: ReadonlyMap<string, readonly string[]>,
  isAlreadyThere: (folderId: string) => boolean,
): readonly Group[] {
  const groups = new Map<string, { folderIds: readonly string[]; fileIds: string[] }>()
  for (const id of ids) {
    const folderIds = (foldersByFile.get(id) ?? []).filter(isAlreadyThere)
    const group = groups.get(folderIds.join())
    if (group) group.fileIds.push(id)
    else groups.set(folderIds.join(), { folderIds, fileIds: [id] })
  }
  return [...groups.values()]
}

/** Returns the message of the server when it refused the call (B§8 "Move failure"). */
function serverMessage(error: unknown): string | undefined {
  const message = error instanceof Refused ? error.body['msg'] : undefined
  return typeof message === 'string' && message !== '' ? message : undefined
}
