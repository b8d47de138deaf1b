import { useCallback } from 'react'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useCurrentFolderId } from '#features/folders/web.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { uploads } from './queue/Uploads.ts'
import { addDropped } from './selection/newUploads.ts'
import type { DroppedFiles } from './selection/newUploads.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    upload: object
  }
}

/** Adds dropped or pasted files and folders to the queue. Resolves when they are in it. */
export const startUpload = (dropped: DroppedFiles, folderId: string | null = null): Promise<void> =>
  addDropped(uploads, dropped, folderId)

type OpenUpload = (dropped?: DroppedFiles, folderId?: string | null) => void

/**
 * Returns a function that opens the upload dialog, and uploads dropped or pasted files. Without `folderId` they are put into the
 * folder of the list on the page. Only members may upload (B§6); to others it shows why.
 */
export function useOpenUpload(): OpenUpload {
  const { guardUpload } = useAccessGuard()
  const currentFolderId = useCurrentFolderId()
  return useCallback(
    (dropped, folderId = currentFolderId) =>
      guardUpload(() => {
        openDialog('upload')
        if (dropped) void startUpload(dropped, folderId)
      }),
    [currentFolderId, guardUpload],
  )
}
