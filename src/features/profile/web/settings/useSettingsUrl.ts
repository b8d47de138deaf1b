import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'

/** The state of the settings dialog in the URL: `?profile=open` on any page of the main layout (A§2), and `pane`. */
export type SettingsUrl = {
  isOpen: boolean
  pane: string | null
  open: (pane?: string) => void
  /** Null shows the list of panes, on phones. */
  setPane: (pane: string | null) => void
  close: () => void
}

export function useSettingsUrl(): SettingsUrl {
  const router = useRouter()
  const { profile, pane = null } = useSearch({ from: '/main' })
  const isOpenedHere = useRef(false)
  const isOpen = profile === 'open'
  const navigate = useCallback(
    (params: { profile?: 'open' | undefined; pane?: string | undefined }, replace: boolean) =>
      router.navigate({ to: '.', search: (search) => ({ ...search, ...params }), hash: true, replace }),
    [router],
  )
  return useMemo(
    () => ({
      isOpen,
      pane,
      open: (requestedPane) => {
        // Opening adds one history entry, so that going back closes the dialog. Switching panes adds none.
        if (!isOpen) isOpenedHere.current = true
        void navigate({ profile: 'open', pane: requestedPane }, isOpen)
      },
      setPane: (requestedPane) => void navigate({ pane: requestedPane ?? undefined }, true),
      close: () => {
        if (isOpenedHere.current) router.history.back()
        else void navigate({ profile: undefined, pane: undefined }, true)
        isOpenedHere.current = false
      },
    }),
    [isOpen, pane, navigate, router],
  )
}
