import { useState } from 'react'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

const KEY = 'rightSidebar'

/** `isOpenedByUser`: the user has opened it on this page, as opposed to a stored state. */
export type RightSidebarState = { isOpen: boolean; isOpenedByUser: boolean; toggle: () => void; close: () => void }

/**
 * State of the right sidebar (A§2). It is closed at first, and its state is stored in this browser. On a narrow screen, where it
 * covers the page, it opens only on request and closes with the page.
 */
export function useRightSidebar(path: string): RightSidebarState {
  const [openPath, setOpenPath] = useState<string | null>(() => (getItem(KEY) === true && fitsNextToPage() ? path : null))
  const [isOpenedByUser, setOpenedByUser] = useState(false)
  const isOpen = openPath !== null && (openPath === path || fitsNextToPage())
  const setOpen = (open: boolean) => {
    setItem(KEY, open, { lifetime: NO_EXPIRATION })
    setOpenPath(open ? path : null)
    setOpenedByUser(open)
  }
  return { isOpen, isOpenedByUser, toggle: () => setOpen(!isOpen), close: () => setOpen(false) }
}

const fitsNextToPage = (): boolean => typeof window.matchMedia !== 'function' || window.matchMedia('(width >= 1280px)').matches
