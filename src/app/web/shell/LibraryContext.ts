import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import type { LibraryCounts, ShelfDrops } from './LibraryNav.tsx'

/** The library data shown in the sidebar and, on phones, in the library dialog. */
export type LibraryShown = {
  counts: LibraryCounts
  folders: ReactNode
  drops?: ShelfDrops | undefined
  hasNews?: boolean | undefined
}

export const LibraryContext = createContext<LibraryShown>({
  counts: { all: 0, unorganized: 0, trash: 0, byScene: new Map() },
  folders: null,
})

export const useLibrary = (): LibraryShown => use(LibraryContext)
