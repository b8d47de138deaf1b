import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranscribeNew } from '#features/generate/web.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { DropOverlay, useFileDrop, useFilePaste } from './DropOverlay.tsx'
import { useOpenUpload } from './useOpenUpload.ts'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { whenIdle } from '#browser/timers/time.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { uploads as appUploads, type Uploads } from './queue/Uploads.ts'
import type { UploadItem } from './queue/uploadItem.ts'

/** Continues stored uploads and transcribes what is uploaded; uploads files dropped or pasted on any page. */
export function UploadBackground() {
  const openUpload = useOpenUpload()
  const transcribeNew = useTranscribeNew()
  const fileDrop = useFileDrop(openUpload)
  useFilePaste(openUpload)
  useUploadUrl(openUpload)
  useMembershipRefusal(showRefusal)
  return (
    <>
      <UploadLifecycle onUploaded={transcribeNew} />
      {fileDrop.isHovering && <DropOverlay target={fileDrop.target} />}
    </>
  )
}

/** Called when the server refuses an upload for lack of a membership (B§6). Opens the same dialog as the check in the page. */
const showRefusal = () => openDialog('noMembership', { action: 'upload' })

/**
 * Opens the upload dialog if the URL has the fragment `#upload`, and then removes the fragment. The shortcut of the installed
 * app uses this URL.
 */
function useUploadUrl(open: () => void): void {
  const navigate = useNavigate()
  const isRequested = useRouterState({ select: ({ location: { hash } }) => hash === 'upload' })
  // The external system of this effect is the address bar.
  useEffect(() => {
    if (!isRequested) return
    void navigate({ to: '.', search: true, replace: true })
    open()
  }, [isRequested, open, navigate])
}

/** Calls back once when the server refuses uploads because of a missing membership (B§6), not again in the next page. */
export function useMembershipRefusal(onRefused: () => void, uploads: Uploads = appUploads): void {
  const latestCallback = useRef(onRefused)
  useEffect(() => {
    latestCallback.current = onRefused
  })
  useEffect(() => {
    const isRefused = ({ reason }: UploadItem): boolean => reason === 'noMember'
    return uploads.store.subscribe(({ items }, { items: previousItems }) => {
      if (items === previousItems || previousItems.some(isRefused)) return
      // Items that are loaded as refused were reported by an earlier page.
      const isKnown = ({ id }: UploadItem): boolean => previousItems.some((previous) => previous.id === id)
      if (items.some((item) => isRefused(item) && isKnown(item))) latestCallback.current()
    })
  }, [uploads])
}

type UploadLifecycleProps = {
  /** Called once for each file uploaded by this tab, for example to start its transcription. */
  onUploaded?: (file: LibraryFile) => void
  uploads?: Uploads
}

/**
 * Mounted once in the app's layout; renders nothing. Continues stored uploads, warns before the page is closed while
 * something is to be sent (B§4), and refetches lists after an upload.
 */
export function UploadLifecycle({ onUploaded, uploads = appUploads }: UploadLifecycleProps) {
  const queries = useQueryClient()
  useEvent('window', 'beforeunload', (event) => {
    if (uploads.warnsBeforeLeaving()) event.preventDefault()
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
