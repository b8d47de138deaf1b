import { useEffect, useRef, useState } from 'react'
import { useDialogTurn } from '#ui/dialogTurns.ts'
import { lazyDialog } from '#ui/lazyDialog.tsx'
import { withPages } from '../withPages.ts'
import type { DownloadDialogProps } from './DownloadDialog.tsx'
import type { OpenDesktopDialogProps } from './OpenDesktopDialog.tsx'
import { isPhone, thisSystem } from './systemOf.ts'

export type DesktopDialogsProps = {
  /** The download dialog is asked for. */
  download: boolean
  onDownloadClose: () => void
  /** The desktop program is asked for: it is opened, and offered for download where it does not answer in 3 seconds (B§4). */
  launch: boolean
  onLaunchClose: () => void
}

/** The download dialog and the one that opens the desktop program (B§2, B§4). */
export function DesktopDialogs({ download, onDownloadClose, launch, onLaunchClose }: DesktopDialogsProps) {
  const [missing, setMissing] = useState(false)
  // No desktop program runs on a phone: the phone's apps are offered at once.
  const onPhone = isPhone(thisSystem())
  const opens = useDialogTurn('open_desktop', launch && !onPhone)
  const offers = useDialogTurn('download', download || missing || (launch && onPhone))
  const wasShown = useRef(false)
  useEffect(() => {
    // What pushed in front ends the attempt: the program is not opened a second time by itself.
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
