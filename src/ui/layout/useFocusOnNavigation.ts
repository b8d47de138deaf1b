import { useRouterState } from '@tanstack/react-router'
import type { StaticDataRouteOption } from '@tanstack/react-router'
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
  const pageKey = useRouterState({ select: getPageKey })
  const isRecording = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.page === 'file' })
  const previousKey = useRef(pageKey)
  useEffect(() => {
    const isFirstPage = previousKey.current === undefined
    if (pageKey === previousKey.current) return
    previousKey.current = pageKey
    if (!isFirstPage) return moveFocus(isRecording ? 'reading' : 'main')
  }, [pageKey, isRecording])
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

type ShownState = {
  readonly resolvedLocation?: { readonly hash: string }
  readonly matches: readonly { readonly pathname: string; readonly staticData: StaticDataRouteOption; readonly search: object }[]
}

/**
 * Identifies the page that is shown; undefined until the first one is. The explore panel (A§2) and each list or folder count as
 * pages of their own.
 */
function getPageKey({ resolvedLocation, matches }: ShownState): string | undefined {
  const match = matches.at(-1)
  if (!resolvedLocation || !match) return undefined
  if (resolvedLocation.hash === 'integration') return `#${resolvedLocation.hash}`
  const { tagId, categoryId }: { tagId?: string; categoryId?: string } = match.search
  return match.staticData.page === 'list' ? `${match.pathname} ${tagId} ${categoryId}` : match.pathname
}

function isFocusLost(element: Element | null): boolean {
  if (!element || element === document.body || !element.isConnected) return true
  if (element.closest(`[${NAVIGATION_ATTRIBUTE}]`)) return true
  // Older browsers lack `checkVisibility`. The element counts as visible there.
  return typeof element.checkVisibility === 'function' && !element.checkVisibility()
}
