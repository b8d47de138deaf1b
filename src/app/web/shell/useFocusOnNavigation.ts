import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Marks the bars one navigates from; the focus does not stay in them. */
export const NAVIGATION = 'data-navigation'

/**
 * After going to another page the focus stands at its content, so that the keyboard and a screen reader go on from there. It
 * stays where it is when that is still in sight: a row of the list whose recording was opened beside it.
 */
export function useFocusOnNavigation(): void {
  // The explore panel in the place of a page is another page (A§2).
  const path = useRouterState({
    select: ({ resolvedLocation: at }) => at && (at.hash === 'integration' ? `#${at.hash}` : at.pathname),
  })
  const last = useRef(path)
  useEffect(() => {
    const first = last.current === undefined
    if (path === last.current) return
    last.current = path
    if (first || !isLost(document.activeElement)) return
    const target = path?.startsWith('/file/') ? 'reading' : 'main'
    document.getElementById(target)?.focus({ preventScroll: true })
  }, [path])
}

function isLost(element: Element | null): boolean {
  if (!element || element === document.body || !element.isConnected) return true
  if (element.closest(`[${NAVIGATION}]`)) return true
  // Missing in older browsers: then what is there counts as seen.
  return typeof element.checkVisibility === 'function' && !element.checkVisibility()
}
