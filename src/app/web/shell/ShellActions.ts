import { createContext, use } from 'react'

/** What pages may ask of the shell around them. */
export type ShellActions = {
  /** Opens the upload dialog. */
  openUpload: () => void
  /** Opens the list of keys. */
  showShortcuts: () => void
  /** Records in this browser, or shows the recording under way. */
  recordHere: () => void
  /** Start recording with the desktop program (B§2). */
  startRecording: () => void
  /** Opens the dialog with the programs for desktop and phone. */
  openDownload: () => void
  openSettings: (pane?: string) => void
  /** Opens the command palette. */
  openPalette: () => void
  /** Shows the right sidebar or closes it (A§2). */
  toggleRightSidebar: () => void
  /** Hides the left sidebar or shows it in full. */
  toggleSidebar: () => void
  /** Does it for members and holders of a recorder; offers others a device instead (B§2: ask, recording, membership page). */
  guard: (action: () => void) => void
  /** Asks whether to sign out. */
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
