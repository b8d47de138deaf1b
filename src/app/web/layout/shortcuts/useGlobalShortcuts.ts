import { useEffect, useRef } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useStartRecording } from '#features/recorder/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
import { paths } from '#shared/paths.ts'
import type { Stop } from '#browser/timers/time.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useShortcuts } from '#browser/keyboard/shortcuts.ts'
import { useSidebars } from '../Sidebars.tsx'

/** Registers the keyboard shortcuts that work on every page. `SHORTCUTS` lists them. */
export function useGlobalShortcuts(): void {
  const router = useRouter()
  const { left, right } = useSidebars()
  const { guard } = useAccessGuard()
  const openUpload = useOpenUpload()
  const openUrl = (address: string) => void router.navigate({ href: address })
  const openSearch = () => {
    // To open the search page again would clear its query. It gives its field the focus when it is there.
    if (!focusSearchField() && !/^\/search\/?$/.test(router.state.location.pathname)) openUrl(paths.search())
  }
  const stopWaiting = useRef<Stop>(() => {})
  useEffect(() => () => stopWaiting.current(), [])
  const openSearchOfNextPage = () => {
    stopWaiting.current()
    stopWaiting.current = router.subscribe('onRendered', () => {
      stopWaiting.current()
      openSearch()
    })
  }
  useShortcuts({
    'mod k': () => openDialog('palette'),
    'mod ,': () => openDialog('settings'),
    // While another page loads, the field on the screen is still that of the page before.
    '/': () => (router.state.status === 'pending' ? openSearchOfNextPage() : openSearch()),
    '?': () => openDialog('shortcuts'),
    n: useStartRecording(),
    u: () => openUpload(),
    '[': left.toggle,
    ']': right.toggle,
    'g h': () => openUrl(paths.home()),
    'g f': () => openUrl(paths.fileList({ categoryId: 'allFiles' })),
    'g a': () => guard(() => openUrl(paths.ask())),
    'g t': () => openUrl(paths.templates()),
  })
}

/** Focuses the search field of the page. Returns false when it has none, or a hidden one. */
function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')
  field?.focus()
  field?.select()
  return field !== null && field === document.activeElement
}
