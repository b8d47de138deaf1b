import { useEffect, useRef } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useStartRecording } from '#features/recorder/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
import { paths } from '#shared/paths.ts'
import { after, type Stop } from '#browser/timers/time.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useAppLocation } from '../../routing/appLocation.ts'
import { useShortcuts } from '#browser/keyboard/shortcuts.ts'
import { useSidebars } from '../Sidebars.tsx'

/** Registers the keyboard shortcuts that work on every page. `SHORTCUTS` lists them. */
export function useGlobalShortcuts(): void {
  const router = useRouter()
  const { list } = useAppLocation()
  const { left, right } = useSidebars()
  const { guard } = useAccessGuard()
  const openUpload = useOpenUpload()
  const stopSearching = useRef<Stop>(() => {})
  useEffect(() => () => stopSearching.current(), [])
  const openUrl = (address: string) => void router.navigate({ href: address })
  const openSearch = () => {
    // The list and the search page have their own search field. Navigating to /search again would clear its query.
    if (!list && !/^\/search\/?$/.test(router.state.location.pathname)) openUrl(paths.search())
    stopSearching.current()
    stopSearching.current = focusSearchField()
  }
  useShortcuts({
    'mod k': () => openDialog('palette'),
    'mod ,': () => openDialog('settings'),
    '/': openSearch,
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

/**
 * Focuses the search field of the page. Retries for up to two seconds, because the page may still be loading. Returns a function
 * that ends the retries.
 */
function focusSearchField(): Stop {
  let stop: Stop = () => {}
  const attempt = (tries: number): void => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"], [role="searchbox"]')
    if (field) field.focus()
    else if (tries > 0) stop = after(50, () => attempt(tries - 1))
  }
  attempt(40)
  return () => stop()
}
