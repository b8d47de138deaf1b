import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { stringifyPlainSearch } from '../../routing/plainSearch.ts'

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
  const search = useRouterState({ select: (state): Record<string, unknown> => state.location.search })
  const isOpenedHere = useRef(false)
  const isOpen = search['profile'] === 'open'
  const pane = typeof search['pane'] === 'string' ? search['pane'] : null
  const navigate = useCallback(
    (params: Record<string, string | undefined>, replace: boolean) => {
      const { pathname, search: currentSearch, hash } = router.state.location
      const query = stringifyPlainSearch({ ...(currentSearch as Record<string, unknown>), ...params })
      return router.navigate({ href: pathname + query + (hash && `#${hash}`), replace })
    },
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
