import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import type { LibraryCounts, SidebarDropHandlers } from './LibraryNav.tsx'

/** The library data shown in the sidebar and, on phones, in the library dialog. */
export type SidebarLibrary = {
  counts: LibraryCounts
  folders: ReactNode
  drops?: SidebarDropHandlers | undefined
  hasNews?: boolean | undefined
}

export const SidebarLibraryContext = createContext<SidebarLibrary>({
  counts: { all: 0, unorganized: 0, trash: 0, byScene: new Map() },
  folders: null,
})

export const useSidebarLibrary = (): SidebarLibrary => use(SidebarLibraryContext)
