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

/** Returns the `ShellActions`, whose identity never changes, and the dialog that is currently requested. */
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
  // A dialog that closes late must not close another one that was requested meanwhile.
  const close = (which: Asked) => setAsked((shown) => (shown === which ? null : shown))
  return { actions, asked, close }
}
