import { useRouterState } from '@tanstack/react-router'
import { fileListSearch } from './fileListSearch.ts'
import type { FileListSearch } from './fileListSearch.ts'
import { listBeside } from './listBeside.ts'

/** Where in the app one is, as the sidebar and the panes need it. */
export type Place = {
  isHome: boolean
  /** The open recording; only on /file/{id}. */
  fileId: string | undefined
  /** The list shown, or the one beside the open recording; never empty where there is one. */
  list: FileListSearch | undefined
}

export function usePlace(): Place {
  return placeOf(
    useRouterState({ select: (state) => state.location.pathname }),
    useRouterState({ select: (state): Record<string, unknown> => state.location.search }),
  )
}

/** The place of an address below the base path. */
export function placeOf(pathname: string, search: Record<string, unknown>): Place {
  const file = /^\/file\/([^/]+)\/?$/.exec(pathname)?.[1]
  const isList = /^\/file-list\/?$/.test(pathname)
  const list = file !== undefined ? listBeside() : isList ? fileListSearch(search) : undefined
  return {
    isHome: pathname === '/' || /^\/home\/?$/.test(pathname),
    fileId: file === undefined ? undefined : decodeURIComponent(file),
    list: list && (list.tagId || list.categoryId ? list : { categoryId: 'allFiles' }),
  }
}
