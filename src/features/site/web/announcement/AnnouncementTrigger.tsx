import { useEffect } from 'react'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { closeDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { useServerSettings } from '../useServerSettings.ts'

/** Opens the operator's announcement (B§2 operation banner), once per user and announcement. */
export function AnnouncementTrigger() {
  const announcement = useServerSettings()?.announcement ?? undefined
  const { isDue } = useShowOnce(STORAGE_KEYS.announcements, announcement?.id)
  useEffect(() => {
    if (!isDue || !announcement) return
    openDialog('announcement', { announcement })
    return () => closeDialog('announcement')
  }, [isDue, announcement])
  return null
}
