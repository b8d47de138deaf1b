import { useEffect, useRef, useState } from 'react'
import { useDialogQueue } from '#ui/dialog/dialogQueue.ts'
import { lazyDialog } from '#ui/dialog/lazyDialog.tsx'
import { withPagesNamespace } from '../withNamespace.ts'
import type { DownloadDialogProps } from './DownloadDialog.tsx'
import type { OpenDesktopDialogProps } from './OpenDesktopDialog.tsx'
import { isPhone, getCurrentSystem } from './operatingSystem.ts'

export type DesktopDialogsProps = {
  /** Whether the download dialog is requested. */
  downloadRequested: boolean
  onDownloadClose: () => void
  /** Whether the desktop program is requested. It is offered for download when it does not open within 3 seconds (B§4). */
  launchRequested: boolean
  onLaunchClose: () => void
}

/** The download dialog and the dialog that opens the desktop program (B§2, B§4). */
export function DesktopDialogs({ downloadRequested, onDownloadClose, launchRequested, onLaunchClose }: DesktopDialogsProps) {
  const [launchFailed, setLaunchFailed] = useState(false)
  // Phones have no desktop program, so the phone apps are offered at once.
  const isOnPhone = isPhone(getCurrentSystem())
  const showsOpenDialog = useDialogQueue('open_desktop', launchRequested && !isOnPhone)
  const showsDownloadDialog = useDialogQueue('download', downloadRequested || launchFailed || (launchRequested && isOnPhone))
  const wasShown = useRef(false)
  useEffect(() => {
    // A dialog with a higher priority ends the attempt, so that the program is not opened again without a new request.
    if (!showsOpenDialog && wasShown.current && launchRequested) onLaunchClose()
    wasShown.current = showsOpenDialog
  }, [showsOpenDialog, launchRequested, onLaunchClose])
  const closeDownload = () => {
    setLaunchFailed(false)
    if (downloadRequested) onDownloadClose()
    if (launchRequested) onLaunchClose()
  }
  const offerDownload = () => {
    onLaunchClose()
    setLaunchFailed(true)
  }
  return (
    <>
      <OpenDesktopDialog open={showsOpenDialog} onClose={onLaunchClose} onLaunchFailed={offerDownload} />
      <DownloadDialog open={showsDownloadDialog} onClose={closeDownload} launchFailed={launchFailed} />
    </>
  )
}

const DownloadDialog = lazyDialog<DownloadDialogProps>(
  withPagesNamespace(async () => (await import('./DownloadDialog.tsx')).DownloadDialog),
)
const OpenDesktopDialog = lazyDialog<OpenDesktopDialogProps>(
  withPagesNamespace(async () => (await import('./OpenDesktopDialog.tsx')).OpenDesktopDialog),
)
