import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { whenIdle } from '#browser/timers/time.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { uploads as appUploads } from './appUploads.ts'
import type { Uploads } from './Uploads.ts'

export type UploadLifecycleProps = {
  /** Called once for each file uploaded by this tab, for example to start its transcription. */
  onUploaded?: (file: LibraryFile) => void
  uploads?: Uploads
}

/**
 * Mounted once in the app's layout; renders nothing. Continues stored uploads, warns before leaving the page would lose data
 * (B§4), and refetches lists after an upload.
 */
export function UploadLifecycle({ onUploaded, uploads = appUploads }: UploadLifecycleProps) {
  const queries = useQueryClient()
  useEvent('window', 'beforeunload', (event) => {
    if (uploads.wouldLose()) event.preventDefault()
  })
  useEffect(() => {
    const unmounting = new AbortController()
    whenIdle(unmounting.signal)
      .then(() => uploads.startIfStored())
      .catch(() => {})
    return () => unmounting.abort()
  }, [uploads])
  useEffect(
    () =>
      uploads.onUploaded((file, isHere) => {
        for (const feature of ['files', 'folders', 'upload']) void queries.invalidateQueries({ queryKey: [feature] })
        if (isHere) onUploaded?.(file)
      }),
    [uploads, queries, onUploaded],
  )
  return null
}
