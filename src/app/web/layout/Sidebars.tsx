import { useRouterState } from '@tanstack/react-router'
import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { useSidebarState } from './sidebar/useSidebarState.ts'
import type { LeftSidebarState } from './sidebar/useSidebarState.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { useMediaQuery } from '#browser/page/useMediaQuery.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

/** The state of both sidebars. The layout shows them; its keyboard shortcuts and the command palette toggle them. */
export type Sidebars = { left: LeftSidebarState; right: RightSidebarState }

const SidebarsContext = createContext<Sidebars | undefined>(undefined)

/** `hasRight` is false when the right sidebar has no content: it then never opens, and there is no button for it. */
export function SidebarsProvider({ hasRight = true, children }: { hasRight?: boolean; children: ReactNode }) {
  const left = useSidebarState(useHasTightPanes())
  const right = useRightSidebar(useRouterState({ select: ({ location }) => location.pathname }))
  return <SidebarsContext value={{ left, right: hasRight ? right : NO_RIGHT_SIDEBAR }}>{children}</SidebarsContext>
}

/**
 * A list and a recording side by side leave less than 560 px for reading next to the full sidebar (sidebar 248 px, list 352 px).
 * Below 900 px the list is not shown next to the recording.
 */
function useHasTightPanes(): boolean {
  const isFile = useAppLocation().fileId !== undefined
  return useMediaQuery('(900px <= width < 1160px)') && isFile
}

/** Throws outside of the main layout. */
export function useSidebars(): Sidebars {
  const sidebars = use(SidebarsContext)
  if (!sidebars) throw new Error('There are no sidebars outside of the main layout')
  return sidebars
}

const RIGHT_SIDEBAR_KEY = 'rightSidebar'

/** `isOpenedByUser`: the user has opened it on this page, as opposed to a stored state. */
type RightSidebarState = { isAvailable: boolean; isOpen: boolean; isOpenedByUser: boolean; toggle: () => void; close: () => void }

/**
 * State of the right sidebar (A§2). It is closed at first, and its state is stored in this browser. On a narrow screen, where it
 * covers the page, it opens only on request and closes with the page.
 */
function useRightSidebar(path: string): RightSidebarState {
  const [openPath, setOpenPath] = useState<string | null>(() =>
    getItem(RIGHT_SIDEBAR_KEY) === true && fitsNextToPage() ? path : null,
  )
  const [isOpenedByUser, setOpenedByUser] = useState(false)
  const isOpen = openPath !== null && (openPath === path || fitsNextToPage())
  const setOpen = (open: boolean) => {
    setItem(RIGHT_SIDEBAR_KEY, open, { lifetime: NO_EXPIRATION })
    setOpenPath(open ? path : null)
    setOpenedByUser(open)
  }
  return { isAvailable: true, isOpen, isOpenedByUser, toggle: () => setOpen(!isOpen), close: () => setOpen(false) }
}

const NO_RIGHT_SIDEBAR: RightSidebarState = {
  isAvailable: false,
  isOpen: false,
  isOpenedByUser: false,
  toggle: () => {},
  close: () => {},
}

const fitsNextToPage = (): boolean => typeof window.matchMedia !== 'function' || window.matchMedia('(width >= 1280px)').matches
