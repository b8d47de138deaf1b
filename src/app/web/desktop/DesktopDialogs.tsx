export type DesktopDialogsProps = {
  /** The download dialog is asked for. */
  download: boolean
  onDownloadClose: () => void
  /** The desktop program is asked for: it is opened, and offered for download where it does not answer in 3 seconds (B§4). */
  launch: boolean
  onLaunchClose: () => void
}

/** The download dialog and the one that opens the desktop program (B§2, B§4). */
export function DesktopDialogs(_: DesktopDialogsProps) {
  return null
}
