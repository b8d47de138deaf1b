import { useQueryClient } from '@tanstack/react-query'
import { fileAnew, onceEach, readLibrary, useChangeFiles } from '#features/files/web.tsx'
import { Refused } from '#kit/client.ts'
import { paths } from '#kit/paths.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { groupByFolders } from './groupByFolders.ts'
import { folders, isKnownFolder, rereadFolders } from './queries.ts'

/**
 * Moves recordings into a folder, or out of any with `null`; one that is already there is left alone, and when all are, a
 * toast says so (B§5). Says what was done, with a way there and one back. Resolves to whether they now lie there; never rejects.
 */
export function useMoveFiles(): (fileIds: readonly string[], folder: Folder | null) => Promise<boolean> {
  const t = useWords('folders')
  const toast = useRecordingsToast()
  const openPage = useOpenPage()
  const changeFiles = useChangeFiles()
  const queries = useQueryClient()

  return async (fileIds, folder) => {
    // Read when it is asked for: whoever may move is not drawn again with every change to the library.
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

  /** A move knows one folder; what lay in several is filed one by one. */
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
    // Where one lay is not known while the library is being read: then there is no way back.
    const isKnown = ids.every((id) => tagsOf.has(id))
    toast.show(text, { actions: [...(isKnown ? [{ label: t('undo'), run: () => void undo(), undoes: true }] : []), visit] })
  }
}

/** The folder, or one of the recordings. */
const isGone = (error: unknown): boolean => error instanceof Refused && error.httpStatus === 404

/** What the server said in words, if it refused (B§8 "Move failure"). */
function serverWords(error: unknown): string | undefined {
  const said = error instanceof Refused ? error.body['msg'] : undefined
  return typeof said === 'string' && said !== '' ? said : undefined
}
