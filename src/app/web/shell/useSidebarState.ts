import { useState } from 'react'
import { track } from '#features/telemetry/web.tsx'
import { NoExpiration, recall, store } from '#ui/storage.ts'

/** A§2 Main layout shell. */
export type SidebarState = 'full' | 'collapsed' | 'hidden'

const KEY = 'sidebar'
const isState = (value: unknown): value is SidebarState => value === 'full' || value === 'collapsed' || value === 'hidden'

/** How much of the sidebar is shown, as this browser was left. Expanding it is counted (A§2), as a button (A§9). */
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
