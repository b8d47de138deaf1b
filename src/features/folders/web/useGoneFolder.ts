import { useEffect, useRef } from 'react'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { useFolders } from './queries.ts'

/**
 * Tells when a folder that was there has been deleted, here or elsewhere, while its recordings are shown, and says so. One that
 * was never there is none of its business.
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

/** The id of the toast: who deleted it here and who saw it go say it once. */
export const folderGone = (id: string): string => `folder-gone-${id}`
