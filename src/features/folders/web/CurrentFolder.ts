import { createContext, use } from 'react'

/** The folder whose list is on the page, or null. New recordings are put into it. The main layout provides it. */
export const CurrentFolderContext = createContext<string | null>(null)

export const useCurrentFolderId = (): string | null => use(CurrentFolderContext)
