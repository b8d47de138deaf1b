import { useState } from 'react'
import { NoExpiration, recall, store } from '#ui/storage.ts'

const KEY = 'rightSidebar'

/** `isAsked`: it was opened on this page by whoever reads it, and not only left open. */
export type RightSidebarState = { isOpen: boolean; isAsked: boolean; toggle: () => void; close: () => void }

/**
 * Whether the right sidebar is shown (A§2): as this browser was left where it stands beside the page, closed at first. Where it
 * would stand over the page it comes only when it is asked for, and goes with the page it was opened on.
 */
export function useRightSidebar(path: string): RightSidebarState {
  const [openAt, setOpenAt] = useState<string | null>(() => (recall(KEY) === true && standsBeside() ? path : null))
  const [isAsked, setAsked] = useState(false)
  const isOpen = openAt !== null && (openAt === path || standsBeside())
  const change = (open: boolean) => {
    store(KEY, open, { lifetime: NoExpiration })
    setOpenAt(open ? path : null)
    setAsked(open)
  }
  return { isOpen, isAsked, toggle: () => change(!isOpen), close: () => change(false) }
}

const standsBeside = (): boolean => typeof window.matchMedia !== 'function' || window.matchMedia('(width >= 1280px)').matches
