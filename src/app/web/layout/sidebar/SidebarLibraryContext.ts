import { createContext, use } from 'react'
import type { ReactNode } from 'react'

/** The number of recordings per list. The keys of `byScene` are the codes of B§3. No numbers are shown while `isFirstLoad`. */
type LibraryCounts = {
  all: number
  unorganized: number
  trash: number
  byScene: ReadonlyMap<number, number>
  isFirstLoad?: boolean
}

/** The handlers for recordings dropped on "Unorganized" and "Trash". */
export type SidebarDropHandlers = Readonly<Record<'unorganized' | 'trash', (fileIds: readonly string[]) => void>>

/** The library data shown in the sidebar and, on phones, in the library dialog. */
export type SidebarLibrary = {
  counts: LibraryCounts
  /** The user's folders, below the sources. */
  folders: ReactNode
  /** Without it, recordings cannot be dropped on these rows. */
  drops?: SidebarDropHandlers | undefined
  /** There is an integration that the user has not seen yet (A§4). */
  hasNews?: boolean | undefined
}

export const SidebarLibraryContext = createContext<SidebarLibrary>({
  counts: { all: 0, unorganized: 0, trash: 0, byScene: new Map() },
  folders: null,
})

export const useSidebarLibrary = (): SidebarLibrary => use(SidebarLibraryContext)
