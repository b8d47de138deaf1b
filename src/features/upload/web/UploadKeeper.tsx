import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { seconds } from '#kit/units.ts'
import { useEvent } from '#ui/useEvent.ts'
import { useInterval } from '#ui/useInterval.ts'
import { uploads as appUploads } from './queue.ts'
import type { Uploads } from './Uploads.ts'
import { useUploads } from './useUploads.ts'

/** How often a lost network is looked for: an `online` event says nothing about a server that was switched off. */
const LOOK_AGAIN = seconds(15)

export type UploadKeeperProps = {
  /** Called once for each file that came up, for example to begin its transcription. */
  onUploaded?: (file: LibraryFile) => void
  uploads?: Uploads
}

/**
 * Stands in the app's shell, once, and shows nothing: warns before the page is left during an upload (B§4), goes on when the
 * network is back, and has the lists read again when a file has come up.
 */
export function UploadKeeper({ onUploaded, uploads = appUploads }: UploadKeeperProps) {
  const { items, busy } = useUploads(uploads)
  const queries = useQueryClient()
  const isLost = items.some(
    ({ status }) => status === 'networkError' || status === 'uploadNetworkError' || status === 'transcodeNetworkError',
  )
  useEvent('window', 'beforeunload', (event) => {
    if (busy) event.preventDefault()
  })
  useEvent('window', 'online', () => uploads.goOn())
  useInterval(() => uploads.goOn(), isLost ? LOOK_AGAIN : null)
  useEffect(
    () =>
      uploads.onUploaded((file) => {
        for (const feature of ['files', 'folders']) void queries.invalidateQueries({ queryKey: [feature] })
        onUploaded?.(file)
      }),
    [uploads, queries, onUploaded],
  )
  return null
}
