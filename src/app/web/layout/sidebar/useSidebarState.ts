import { useEffect, useRef, useState } from 'react'
import { track } from '#features/telemetry/web.tsx'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

/** A§2 Main layout shell. */
export type SidebarState = 'full' | 'collapsed' | 'hidden'

const STORAGE_KEY = 'sidebar'
const isState = (value: unknown): value is SidebarState => value === 'full' || value === 'collapsed' || value === 'hidden'

export type LeftSidebarState = {
  state: SidebarState
  setState: (state: SidebarState) => void
  /** Hides the sidebar, or shows it in full. */
  toggle: () => void
}

/**
 * The state of the sidebar, stored in this browser. Expanding it is tracked (A§2) as a button event (A§9). Where the panes beside it
 * are tight (`isTight`), a full sidebar is collapsed until the user expands it there.
 */
export function useSidebarState(isTight: boolean): LeftSidebarState {
  const [isExpandedHere, setExpandedHere] = useState(false)
  if (!isTight && isExpandedHere) setExpandedHere(false)
  const [storedState, setCurrentState] = useState<SidebarState>(() => {
    const stored = getItem(STORAGE_KEY)
    return isState(stored) ? stored : 'full'
  })
  const state = storedState === 'full' && isTight && !isExpandedHere ? 'collapsed' : storedState
  const setState = (next: SidebarState) => {
    setExpandedHere(isTight && next === 'full')
    if (isTight && next === 'collapsed') return
    if (next === 'full' && state !== 'full') track('sidebar_expand', { kind: 'button', from: state })
    setItem(STORAGE_KEY, next, { lifetime: NO_EXPIRATION })
    setCurrentState(next)
  }
  return { state, setState, toggle: () => setState(state === 'hidden' ? 'full' : 'hidden') }
}

/** Marks the button that collapses, expands or shows the sidebar. */
export const SIDEBAR_TOGGLE_ATTRIBUTE = { 'data-sidebar-toggle': '' }

/**
 * Keeps the keyboard focus when the sidebar changes. The button that was pressed disappears, so the focus moves to the button
 * that reverts the change.
 */
export function useSidebarFocus(state: SidebarState): void {
  const previousState = useRef(state)
  useEffect(() => {
    if (state === previousState.current) return
    previousState.current = state
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    const nextFocus = document.querySelector<HTMLElement>('[data-sidebar-toggle]') ?? document.getElementById('main')
    nextFocus?.focus({ preventScroll: true })
  }, [state])
}
