import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'

/** Marks the bars one navigates from; the focus does not stay in them. */
export const NAVIGATION = 'data-navigation'

/**
 * After going to another page the focus stands at its content, so that the keyboard and a screen reader go on from there. It
 * stays where it is when that is still in sight: a row of the list whose recording was opened beside it.
 */
export function useFocusOnNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation: at }) => at && pageOf(at) })
  const last = useRef(path)
  useEffect(() => {
    const first = last.current === undefined
    if (path === last.current) return
    last.current = path
    if (!first) return goOn(path?.startsWith('/file/') ? 'reading' : 'main')
  }, [path])
}

/** @NOTE A dialog or menu one went on from is just going, and gives the focus back to its button: only then is it taken. */
function goOn(target: string, wasInDialog = false, tries = 60): Stop | undefined {
  const focused = document.activeElement
  const inDialog = Boolean(focused?.closest('[role="dialog"], [role="alertdialog"]'))
  if (inDialog || focused?.closest('[role="menu"]')) {
    if (tries === 0) return undefined
    let stop: Stop | undefined = after(FRAME, () => (stop = goOn(target, inDialog, tries - 1)))
    return () => stop?.()
  }
  if (wasInDialog || isLost(focused)) document.getElementById(target)?.focus({ preventScroll: true })
  return undefined
}

const FRAME = 16

/** The explore panel in the place of a page is another page (A§2), and so is another shelf or folder. */
function pageOf({ pathname, search, hash }: { pathname: string; search: Record<string, unknown>; hash: string }): string {
  if (hash === 'integration') return `#${hash}`
  return pathname.startsWith('/file-list') ? `${pathname} ${String(search['tagId'])} ${String(search['categoryId'])}` : pathname
}

function isLost(element: Element | null): boolean {
  if (!element || element === document.body || !element.isConnected) return true
  if (element.closest(`[${NAVIGATION}]`)) return true
  // Missing in older browsers: then what is there counts as seen.
  return typeof element.checkVisibility === 'function' && !element.checkVisibility()
}
