import { useEffect, useRef } from 'react'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFolders } from './queries.ts'

/**
 * Shows a toast and calls `onDeleted` when the shown folder has been deleted, here or elsewhere. Ignores a folder that never
 * existed.
 */
export function useFolderDeleted(id: string | undefined, onDeleted: () => void): void {
  const t = useTranslations('folders')
  const toast = useToast()
  const { data } = useFolders()
  const folder = data?.find((candidate) => candidate.id === id)
  const lastSeen = useRef<{ id: string; name: string }>(undefined)
  useEffect(() => {
    if (folder) lastSeen.current = folder
    else if (data && lastSeen.current !== undefined && lastSeen.current.id === id) {
      const { name } = lastSeen.current
      lastSeen.current = undefined
      toast.show(t('folder_deleted', { name }), { id: folderDeletedToastId(id) })
      onDeleted()
    }
  })
}

/** Returns the id of the toast, so that a deletion is announced once. */
export const folderDeletedToastId = (id: string): string => `folder-gone-${id}`
