import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { type Grabbed, startUpload } from '#features/upload/web.tsx'
import type { DeviceGate } from './dialogs/useDeviceGate.ts'

export type UploadDoor = {
  isOpen: boolean
  close: () => void
  /** Opens the dialog and starts uploading the dropped or pasted files into `targetFolderId`. Only for members (B§6). */
  open: (grabbed: Grabbed | null, droppedOn?: string | null) => void
}

/** State of the upload dialog. `folderId` is the folder for files that were not dropped on a specific folder. */
export function useUploadDoor(folderId: string | null, guardUpload: DeviceGate['guardUpload']): UploadDoor {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback<UploadDoor['open']>(
    (grabbed, droppedOn = folderId) =>
      guardUpload(() => {
        setOpen(true)
        if (grabbed) void startUpload(grabbed, droppedOn)
      }),
    [folderId, guardUpload],
  )
  return { isOpen, close: () => setOpen(false), open }
}

/**
 * Opens the upload dialog if the URL has the fragment `#upload`, and then removes the fragment. The shortcut of the installed
 * app uses this URL.
 */
export function useUploadAddress(open: () => void): void {
  const router = useRouter()
  const isAsked = useRouterState({ select: ({ location: { hash } }) => hash === 'upload' })
  // The external system of this effect is the address bar.
  useEffect(() => {
    if (!isAsked) return
    router.history.replace(location.pathname + location.search)
    open()
  }, [isAsked, open, router])
}
