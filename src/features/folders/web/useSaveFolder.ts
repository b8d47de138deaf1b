import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { wasRefused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import type { FolderChoice } from '../rules.ts'
import { folders, rereadFolders, showFolder } from './queries.ts'

/** What became of it; a failure has been said in a toast, `busy` means that one is still under way (B§4). */
export type SaveOutcome = { kind: 'saved'; folder: Folder } | { kind: 'name-taken' | 'failed' | 'busy' }

/** Makes a folder, or changes the one given. Never rejects. */
export function useSaveFolder(folder: Folder | undefined): (draft: FolderChoice) => Promise<SaveOutcome> {
  const t = useWords('folders')
  const queries = useQueryClient()
  const sayFailure = useFailureToast()
  const underWay = useRef(false)
  return async (draft) => {
    if (underWay.current) return { kind: 'busy' }
    underWay.current = true
    try {
      const call = folder ? folders.change({ params: { id: folder.id }, body: draft }) : folders.create({ body: draft })
      const { data_filetag: saved } = await call
      showFolder(queries, saved)
      rereadFolders(queries)
      return { kind: 'saved', folder: saved }
    } catch (error) {
      if (wasRefused(error, folders.change, 'nameTaken') || wasRefused(error, folders.create, 'nameTaken'))
        return { kind: 'name-taken' }
      sayFailure(t(folder ? 'Folder_rename_failed' : 'Folder_add_failed'), error)
      return { kind: 'failed' }
    } finally {
      underWay.current = false
    }
  }
}
