import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { writePlainSearch } from './plainSearch.ts'

/** The state of the settings dialog in the URL: `?profile=open` on any page of the main layout (A§2), and `pane`. */
export type SettingsAddress = {
  isOpen: boolean
  pane: string | null
  open: (pane?: string) => void
  /** Null shows the list of panes, on phones. */
  setPane: (pane: string | null) => void
  close: () => void
}

export function useSettingsAddress(): SettingsAddress {
  const router = useRouter()
  const search = useRouterState({ select: (state): Record<string, unknown> => state.location.search })
  const opened = useRef(false)
  const isOpen = search['profile'] === 'open'
  const pane = typeof search['pane'] === 'string' ? search['pane'] : null
  const go = useCallback(
    (change: Record<string, string | undefined>, replace: boolean) => {
      const { pathname, search: now, hash } = router.state.location
      const query = writePlainSearch({ ...(now as Record<string, unknown>), ...change })
      return router.navigate({ href: pathname + query + (hash && `#${hash}`), replace })
    },
    [router],
  )
  return useMemo(
    () => ({
      isOpen,
      pane,
      open: (wanted) => {
        // Opening adds one history entry, so that going back closes the dialog. Switching panes adds none.
        if (!isOpen) opened.current = true
        void go({ profile: 'open', pane: wanted }, isOpen)
      },
      setPane: (wanted) => void go({ pane: wanted ?? undefined }, true),
      close: () => {
        if (opened.current) router.history.back()
        else void go({ profile: undefined, pane: undefined }, true)
        opened.current = false
      },
    }),
    [isOpen, pane, go, router],
  )
}
