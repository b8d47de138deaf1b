import { useQueryClient } from '@tanstack/react-query'
import { fileAnew, onceEach, readLibrary, useChangeFiles } from '#features/files/web.tsx'
import { Refused } from '#kit/client.ts'
import { paths } from '#kit/paths.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { folders, isKnownFolder, rereadFolders } from './queries.ts'

/**
 * Returns a function that moves recordings into a folder, or out of all with `null`. Recordings already there are skipped; when
 * all are, a toast warns (B§5). A toast reports the move with links to open the folder and to undo. Resolves to whether all are
 * there now; never rejects.
 */
export function useMoveFiles(): (fileIds: readonly string[], folder: Folder | null) => Promise<boolean> {
  const t = useWords('folders')
  const toast = useRecordingsToast()
  const openPage = useOpenPage()
  const changeFiles = useChangeFiles()
  const queries = useQueryClient()

  return async (fileIds, folder) => {
    // Read on demand, so that components that can move recordings do not render with every change to the library.
    const library = readLibrary(queries)?.files ?? []
    const tagsOf = new Map(library.map((file) => [file.id, file.filetag_id_list]))
    const isThere = (id: string) => (folder ? tagsOf.get(id)?.includes(folder.id) === true : tagsOf.get(id)?.length === 0)
    const wanted = fileIds.filter((id) => !isThere(id))
    if (wanted.length === 0) {
      if (fileIds.length > 0) toast.warn(t('files_exist_tip'))
      return true
    }
    return onceEach(`move ${folder?.id ?? ''}`, wanted, async (ids) => {
      const done = await put(ids, folder ? [folder.id] : [])
      if (done) sayMoved(ids, folder, tagsOf)
      return done
    })
  }

  /** The move call takes one folder; recordings of several folders are updated one by one. */
  async function put(ids: readonly string[], folderIds: readonly string[]): Promise<boolean> {
    const [folderId = '', ...more] = folderIds
    const move = () => folders.move({ body: { file_id_list: [...ids], filetag_id: folderId } })
    const done = await changeFiles({
      ids,
      change: (file) => ({ ...file, filetag_id_list: [...folderIds] }),
      call: () => (more.length === 0 ? move() : fileAnew(ids, folderIds)),
      failure: (error) => (isGone(error) ? t('move_gone') : (serverWords(error) ?? t('home_list_file_move_fail'))),
    })
    if (!done) rereadFolders(queries)
    return done
  }

  function sayMoved(ids: readonly string[], folder: Folder | null, tagsOf: ReadonlyMap<string, readonly string[]>): void {
    const address = folder ? paths.fileList({ tagId: folder.id }) : paths.fileList({ categoryId: 'unorganized' })
    const text = folder ? t('moved', { count: ids.length, folder: folder.name }) : t('moved_out', { count: ids.length })
    const undo = async () => {
      const groups = groupByFolders(ids, tagsOf, (id) => isKnownFolder(queries, id))
      for (const { folderIds, fileIds } of groups) await put(fileIds, folderIds)
    }
    const visit = { label: t('visit'), run: () => openPage(address) }
    // The previous folders are unknown until the library is loaded; then there is no Undo.
    const isKnown = ids.every((id) => tagsOf.has(id))
    toast.show(text, { actions: [...(isKnown ? [{ label: t('undo'), run: () => void undo(), undoes: true }] : []), visit] })
  }
}

type Group = { readonly folderIds: readonly string[]; readonly fileIds: readonly string[] }

/** Groups recordings by their previous folders, skipping deleted ones, so that each group is restored by one call. */
export function groupByFolders(
  ids: readonly string[],
  tagsOf: ReadonlyMap<string, readonly string[]>,
  isThere: (folderId: string) => boolean,
): readonly Group[] {
  const groups = new Map<string, { folderIds: readonly string[]; fileIds: string[] }>()
  for (const id of ids) {
    const folderIds = (tagsOf.get(id) ?? []).filter(isThere)
    const group = groups.get(folderIds.join())
    if (group) group.fileIds.push(id)
    else groups.set(folderIds.join(), { folderIds, fileIds: [id] })
  }
  return [...groups.values()]
}

/** Returns whether the folder or one of the recordings no longer exists. */
const isGone = (error: unknown): boolean => error instanceof Refused && error.httpStatus === 404

/** Returns the message of the server when it refused the call (B§8 "Move failure"). */
function serverWords(error: unknown): string | undefined {
  const said = error instanceof Refused ? error.body['msg'] : undefined
  return typeof said === 'string' && said !== '' ? said : undefined
}
