import { useEffect, useRef } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useStartRecording } from '#features/recorder/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
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
  const openSearch = () => {
    // Navigating to the open search page would clear its query, so only its field is focused.
    if (!focusSearchField() && !router.matchRoute({ to: '/search' })) void router.navigate({ to: '/search' })
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
    // While another page is loading, the visible field is still that of the previous page.
    '/': () => (router.state.status === 'pending' ? openSearchOfNextPage() : openSearch()),
    '?': () => openDialog('shortcuts'),
    n: useStartRecording(),
    u: () => openUpload(),
    '[': left.toggle,
    ']': right.toggle,
    'g h': () => void router.navigate({ to: '/' }),
    'g f': () => void router.navigate({ to: '/file-list', search: { categoryId: 'allFiles' } }),
    'g a': () => guard(() => void router.navigate({ to: '/ask' })),
    'g t': () => void router.navigate({ to: '/community-templates' }),
  })
}

/** Focuses the search field of the page. Returns false when there is none, or when it is hidden. */
function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')
  field?.focus()
  field?.select()
  return field !== null && field === document.activeElement
}
