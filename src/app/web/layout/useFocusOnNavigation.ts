import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'

/** Marks the navigation bars. The focus does not stay in them after navigation. */
export const NAVIGATION_ATTRIBUTE = 'data-navigation'

/**
 * Moves the focus to the content after navigation, so that keyboard and screen reader users continue there. The focus stays if
 * the focused element is still visible, such as the row of the list whose recording was opened next to it.
 */
export function useFocusOnNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation: resolved }) => resolved && pageKeyOf(resolved) })
  const previousPath = useRef(path)
  useEffect(() => {
    const isFirstPage = previousPath.current === undefined
    if (path === previousPath.current) return
    previousPath.current = path
    if (!isFirstPage) return moveFocus(path?.startsWith('/file/') ? 'reading' : 'main')
  }, [path])
}

/** @NOTE A dialog or menu that is closing restores the focus to its button. So this waits until it has closed. */
function moveFocus(elementId: string, cameFromDialog = false, tries = 60): Stop | undefined {
  const focused = document.activeElement
  const isInDialog = Boolean(focused?.closest('[role="dialog"], [role="alertdialog"]'))
  if (isInDialog || focused?.closest('[role="menu"]')) {
    if (tries === 0) return undefined
    let stop: Stop | undefined = after(FRAME_MS, () => (stop = moveFocus(elementId, isInDialog, tries - 1)))
    return () => stop?.()
  }
  if (cameFromDialog || isFocusLost(focused)) document.getElementById(elementId)?.focus({ preventScroll: true })
  return undefined
}

const FRAME_MS = 16

/** Identifies the page of a location. The explore panel (A§2) and each list or folder count as pages of their own. */
function pageKeyOf({ pathname, search, hash }: { pathname: string; search: Record<string, unknown>; hash: string }): string {
  if (hash === 'integration') return `#${hash}`
  return pathname.startsWith('/file-list') ? `${pathname} ${String(search['tagId'])} ${String(search['categoryId'])}` : pathname
}

function isFocusLost(element: Element | null): boolean {
  if (!element || element === document.body || !element.isConnected) return true
  if (element.closest(`[${NAVIGATION_ATTRIBUTE}]`)) return true
  // Older browsers lack `checkVisibility`. The element counts as visible there.
  return typeof element.checkVisibility === 'function' && !element.checkVisibility()
}
