import { useEffect, useMemo, useRef, useState } from 'react'
import type { Asked } from './ShellAsked.tsx'
import { NO_ACTIONS } from './ShellActions.ts'
import type { ShellActions } from './ShellActions.ts'

type ShellDoes = {
  onUpload: (grabbed: null) => void
  onRecord?: (() => void) | undefined
  onSettings: (pane?: string) => void
  toggleRightSidebar: () => void
  toggleSidebar: () => void
  onSignOut: () => void
  guard?: ShellActions['guard'] | undefined
}

/** What pages may ask of the shell, always the same functions, and the dialog of the shell that is asked for now. */
export function useShellActs(does: ShellDoes) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const now = useRef(does)
  useEffect(() => {
    now.current = does
  })
  const actions = useMemo(
    (): ShellActions => ({
      openUpload: () => now.current.onUpload(null),
      openSettings: (pane) => now.current.onSettings(pane),
      signOut: () => now.current.onSignOut(),
      toggleSidebar: () => now.current.toggleSidebar(),
      toggleRightSidebar: () => now.current.toggleRightSidebar(),
      showShortcuts: () => setAsked('keys'),
      guard: (action) => (now.current.guard ?? NO_ACTIONS.guard)(action),
      recordHere: () => now.current.onRecord?.(),
      startRecording: () => (now.current.guard ?? NO_ACTIONS.guard)(() => setAsked('launch')),
      openDownload: () => setAsked('download'),
      openPalette: () => setAsked('palette'),
    }),
    [],
  )
  // One that closes after another was asked for leaves that one open.
  const close = (which: Asked) => setAsked((shown) => (shown === which ? null : shown))
  return { actions, asked, close }
}
