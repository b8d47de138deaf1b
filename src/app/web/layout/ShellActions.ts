import { createContext, use } from 'react'

/** The actions that the main layout offers to the pages inside it. */
export type ShellActions = {
  /** Opens the upload dialog. */
  openUpload: () => void
  /** Opens the list of keyboard shortcuts. */
  showShortcuts: () => void
  /** Starts a recording in this browser, or shows the one in progress. */
  recordHere: () => void
  /** Starts a recording with the desktop app (B§2). */
  startRecording: () => void
  /** Opens the dialog with the download links of the desktop and phone apps. */
  openDownload: () => void
  openSettings: (pane?: string) => void
  /** Opens the command palette. */
  openPalette: () => void
  /** Shows or hides the right sidebar (A§2). */
  toggleRightSidebar: () => void
  /** Hides the left sidebar, or shows it in full. */
  toggleSidebar: () => void
  /** Runs the action for members and owners of a recorder, and offers others a device (B§2: ask, recording, membership). */
  guard: (action: () => void) => void
  /** Asks for confirmation, then signs out. */
  signOut: () => void
}

export const NO_ACTIONS: ShellActions = {
  openUpload: () => {},
  showShortcuts: () => {},
  recordHere: () => {},
  startRecording: () => {},
  openDownload: () => {},
  openSettings: () => {},
  openPalette: () => {},
  toggleRightSidebar: () => {},
  toggleSidebar: () => {},
  signOut: () => {},
  guard: (action) => action(),
}

export const ShellActionsContext = createContext<ShellActions>(NO_ACTIONS)

export const useShellActions = (): ShellActions => use(ShellActionsContext)
