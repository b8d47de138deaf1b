import { useChangeFiles, useLibrary } from '#features/files/web.tsx'
import { Refused } from '#kit/client.ts'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { folders } from './queries.ts'

/** How long the word of a move stands (B§9 "Toast duration"); pointer or focus on it hold it. */
export const MOVED_TOAST = seconds(2)

/**
 * Moves recordings into a folder, or out of any with `null`; one that is already there is left alone, and when all are, a
 * toast says so (B§5). Says what was done, with a way there. Resolves to whether they now lie there; never rejects.
 */
export function useMoveFiles(): (fileIds: readonly string[], folder: Folder | null) => Promise<boolean> {
  const t = useWords('folders')
  const toast = useToast()
  const openPage = useOpenPage()
  const changeFiles = useChangeFiles()
  const { data: library = [] } = useLibrary()

  return async (fileIds, folder) => {
    const ids = fileIds.filter((id) => !isThere(id, folder))
    if (ids.length === 0) {
      if (fileIds.length > 0) toast.show(t('files_exist_tip'), { ms: MOVED_TOAST })
      return true
    }
    const done = await changeFiles({
      ids,
      change: (file) => ({ ...file, filetag_id_list: folder ? [folder.id] : [] }),
      call: () => folders.move({ body: { file_id_list: ids, filetag_id: folder?.id ?? '' } }),
      failure: (error) => serverWords(error) ?? t('home_list_file_move_fail'),
    })
    if (done) sayMoved(ids.length, folder)
    return done
  }

  function isThere(id: string, folder: Folder | null): boolean {
    const tags = library.find((file) => file.id === id)?.filetag_id_list
    return folder ? tags?.includes(folder.id) === true : tags?.length === 0
  }

  function sayMoved(count: number, folder: Folder | null): void {
    const address = folder ? paths.fileList({ tagId: folder.id }) : paths.fileList({ categoryId: 'unorganized' })
    toast.show(folder ? t('moved', { count, folder: folder.name }) : t('moved_out', { count }), {
      ms: MOVED_TOAST,
      action: { label: t('visit'), run: () => openPage(address) },
    })
  }
}

/** What the server said in words, if it refused (B§8 "Move failure"). */
function serverWords(error: unknown): string | undefined {
  const said = error instanceof Refused ? error.body['msg'] : undefined
  return typeof said === 'string' && said !== '' ? said : undefined
}
