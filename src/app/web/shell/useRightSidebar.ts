import { useState } from 'react'
import { NoExpiration, recall, store } from '#ui/storage.ts'

const KEY = 'rightSidebar'

/** `isOpenedByUser`: the user has opened it on this page, as opposed to a stored state. */
export type RightSidebarState = { isOpen: boolean; isAsked: boolean; toggle: () => void; close: () => void }

/**
 * State of the right sidebar (A§2). It is closed at first, and its state is stored in this browser. On a narrow screen, where it
 * covers the page, it opens only on request and closes with the page.
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
