import { useEffect, useRef } from 'react'
import type { SidebarState } from './useSidebarState.ts'

/** Marks the button that is pressed next to make the sidebar smaller or to show it again. */
export const SIDEBAR_TOGGLE = { 'data-sidebar-toggle': '' }

/** What was pressed to hide the sidebar or to show it goes with it: the focus then stands where it can be taken back. */
export function useSidebarFocus(state: SidebarState): void {
  const last = useRef(state)
  useEffect(() => {
    if (state === last.current) return
    last.current = state
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    // A recording has no button for it (A§2).
    const next = document.querySelector<HTMLElement>('[data-sidebar-toggle]') ?? document.getElementById('main')
    next?.focus({ preventScroll: true })
  }, [state])
}
