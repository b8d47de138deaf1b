import { useEffect, useRef, useState } from 'react'
import { useDialogTurn } from '#ui/dialogTurns.ts'
import { lazyDialog } from '#ui/lazyDialog.tsx'
import { withPages } from '../withPages.ts'
import type { DownloadDialogProps } from './DownloadDialog.tsx'
import type { OpenDesktopDialogProps } from './OpenDesktopDialog.tsx'
import { isPhone, thisSystem } from './systemOf.ts'

export type DesktopDialogsProps = {
  /** Whether the download dialog is requested. */
  download: boolean
  onDownloadClose: () => void
  /** Whether the desktop program is requested. It is offered for download when it does not open within 3 seconds (B§4). */
  launch: boolean
  onLaunchClose: () => void
}

/** The download dialog and the dialog that opens the desktop program (B§2, B§4). */
export function DesktopDialogs({ download, onDownloadClose, launch, onLaunchClose }: DesktopDialogsProps) {
  const [missing, setMissing] = useState(false)
  // Phones have no desktop program, so the phone apps are offered at once.
  const onPhone = isPhone(thisSystem())
  const opens = useDialogTurn('open_desktop', launch && !onPhone)
  const offers = useDialogTurn('download', download || missing || (launch && onPhone))
  const wasShown = useRef(false)
  useEffect(() => {
    // A dialog with a higher priority ends the attempt, so that the program is not opened again without a new request.
    if (!opens && wasShown.current && launch) onLaunchClose()
    wasShown.current = opens
  }, [opens, launch, onLaunchClose])
  const closeDownload = () => {
    setMissing(false)
    if (download) onDownloadClose()
    if (launch) onLaunchClose()
  }
  const offerDownload = () => {
    onLaunchClose()
    setMissing(true)
  }
  return (
    <>
      <OpenDesktopDialog open={opens} onClose={onLaunchClose} onMissing={offerDownload} />
      <DownloadDialog open={offers} onClose={closeDownload} missing={missing} />
    </>
  )
}

const DownloadDialog = lazyDialog<DownloadDialogProps>(
  withPages(async () => (await import('./DownloadDialog.tsx')).DownloadDialog),
)
const OpenDesktopDialog = lazyDialog<OpenDesktopDialogProps>(
  withPages(async () => (await import('./OpenDesktopDialog.tsx')).OpenDesktopDialog),
)
