import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { writePlainSearch } from './plainSearch.ts'

/** The settings dialog as the address has it: `?profile=open` on any page of the main layout (A§2), the pane beside it. */
export type SettingsAddress = {
  isOpen: boolean
  pane: string | null
  open: (pane?: string) => void
  /** Null: the list of panes, on a phone. */
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
        // One entry of the history, so that going back closes the dialog; none more while it is open.
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
