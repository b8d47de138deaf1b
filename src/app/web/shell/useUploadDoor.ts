import { useCallback, useState } from 'react'
import { type Grabbed, startUpload } from '#features/upload/web.tsx'
import type { DeviceGate } from './dialogs/useDeviceGate.ts'

export type UploadDoor = {
  isOpen: boolean
  close: () => void
  /** Opens the dialog and takes in what was dropped or pasted, into the folder it was dropped on; members only (B§6). */
  open: (grabbed: Grabbed | null, droppedOn?: string | null) => void
}

/** The way of sound into the app; `folderId`: where it goes that was not dropped on any folder. */
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
