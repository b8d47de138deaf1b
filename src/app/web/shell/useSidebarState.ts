import { useEffect, useRef, useState } from 'react'
import { track } from '#features/telemetry/web.tsx'
import { NoExpiration, recall, store } from '#ui/storage.ts'

/** A§2 Main layout shell. */
export type SidebarState = 'full' | 'collapsed' | 'hidden'

const KEY = 'sidebar'
const isState = (value: unknown): value is SidebarState => value === 'full' || value === 'collapsed' || value === 'hidden'

/** The state of the sidebar, stored in this browser. Expanding it is tracked (A§2) as a button event (A§9). */
export function useSidebarState(): readonly [SidebarState, (state: SidebarState) => void] {
  const [state, setState] = useState<SidebarState>(() => {
    const kept = recall(KEY)
    return isState(kept) ? kept : 'full'
  })
  const change = (next: SidebarState) => {
    if (next === 'full' && state !== 'full') track('sidebar_expand', { kind: 'button', from: state })
    store(KEY, next, { lifetime: NoExpiration })
    setState(next)
  }
  return [state, change] as const
}

/** Marks the button that collapses, expands or shows the sidebar. */
export const SIDEBAR_TOGGLE = { 'data-sidebar-toggle': '' }

/**
 * Keeps the keyboard focus when the sidebar changes. The button that was pressed disappears, so the focus moves to the button
 * that reverts the change.
 */
export function useSidebarFocus(state: SidebarState): void {
  const last = useRef(state)
  useEffect(() => {
    if (state === last.current) return
    last.current = state
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    // The page of a recording has no such button (A§2).
    const next = document.querySelector<HTMLElement>('[data-sidebar-toggle]') ?? document.getElementById('main')
    next?.focus({ preventScroll: true })
  }, [state])
}
