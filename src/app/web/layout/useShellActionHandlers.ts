import { useEffect, useMemo, useRef, useState } from 'react'
import type { RequestedDialog } from './RequestedDialogs.tsx'
import { NO_ACTIONS } from './ShellActions.ts'
import type { ShellActions } from './ShellActions.ts'

type ShellHandlers = {
  onUpload: (files: null) => void
  onRecord?: (() => void) | undefined
  onSettings: (pane?: string) => void
  toggleRightSidebar: () => void
  toggleSidebar: () => void
  onSignOut: () => void
  guard?: ShellActions['guard'] | undefined
}

/** Returns the `ShellActions`, whose identity never changes, and the dialog that is currently requested. */
export function useShellActionHandlers(handlers: ShellHandlers) {
  const [requestedDialog, setRequestedDialog] = useState<RequestedDialog | null>(null)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const actions = useMemo(
    (): ShellActions => ({
      openUpload: () => latest.current.onUpload(null),
      openSettings: (pane) => latest.current.onSettings(pane),
      signOut: () => latest.current.onSignOut(),
      toggleSidebar: () => latest.current.toggleSidebar(),
      toggleRightSidebar: () => latest.current.toggleRightSidebar(),
      showShortcuts: () => setRequestedDialog('keys'),
      guard: (action) => (latest.current.guard ?? NO_ACTIONS.guard)(action),
      recordHere: () => latest.current.onRecord?.(),
      startRecording: () => (latest.current.guard ?? NO_ACTIONS.guard)(() => setRequestedDialog('launch')),
      openDownload: () => setRequestedDialog('download'),
      openPalette: () => setRequestedDialog('palette'),
    }),
    [],
  )
  // A dialog that closes late must not close another one that was requested meanwhile.
  const closeDialog = (dialog: RequestedDialog) => setRequestedDialog((current) => (current === dialog ? null : current))
  return { actions, requestedDialog, closeDialog }
}
