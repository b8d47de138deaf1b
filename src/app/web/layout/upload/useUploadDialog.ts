import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { type DroppedFiles, startUpload } from '#features/upload/web.tsx'
import type { AccessGuard } from '../dialogs/device/useAccessGuard.ts'

export type UploadDialogState = {
  isOpen: boolean
  close: () => void
  /** Opens the dialog and starts uploading the dropped or pasted files into `targetFolderId`. Only for members (B§6). */
  open: (files: DroppedFiles | null, targetFolderId?: string | null) => void
}

/** State of the upload dialog. `folderId` is the folder for files that were not dropped on a specific folder. */
export function useUploadDialog(folderId: string | null, guardUpload: AccessGuard['guardUpload']): UploadDialogState {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback<UploadDialogState['open']>(
    (files, targetFolderId = folderId) =>
      guardUpload(() => {
        setOpen(true)
        if (files) void startUpload(files, targetFolderId)
      }),
    [folderId, guardUpload],
  )
  return { isOpen, close: () => setOpen(false), open }
}

/**
 * Opens the upload dialog if the URL has the fragment `#upload`, and then removes the fragment. The shortcut of the installed
 * app uses this URL.
 */
export function useUploadUrl(open: () => void): void {
  const router = useRouter()
  const isRequested = useRouterState({ select: ({ location: { hash } }) => hash === 'upload' })
  // The external system of this effect is the address bar.
  useEffect(() => {
    if (!isRequested) return
    router.history.replace(location.pathname + location.search)
    open()
  }, [isRequested, open, router])
}
