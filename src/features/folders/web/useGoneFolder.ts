import { useEffect, useRef } from 'react'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { useFolders } from './queries.ts'

/**
 * Shows a toast and calls `onDeleted` when the shown folder has been deleted, here or elsewhere. Ignores a folder that never
 * existed.
 */
export function useGoneFolder(id: string | undefined, onGone: () => void): void {
  const t = useWords('folders')
  const toast = useRecordingsToast()
  const { data } = useFolders()
  const folder = data?.find((one) => one.id === id)
  const seen = useRef<{ id: string; name: string }>(undefined)
  useEffect(() => {
    if (folder) seen.current = folder
    else if (data && seen.current !== undefined && seen.current.id === id) {
      const { name } = seen.current
      seen.current = undefined
      toast.show(t('folder_deleted', { name }), { id: folderGone(id) })
      onGone()
    }
  })
}

/** Returns the id of the toast, so that a deletion is announced once. */
export const folderGone = (id: string): string => `folder-gone-${id}`
