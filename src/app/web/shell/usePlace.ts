import { useRouterState } from '@tanstack/react-router'
import { decoded } from '#kit/decoded.ts'
import { fileListSearch } from './fileListSearch.ts'
import type { FileListSearch } from './fileListSearch.ts'
import { listBeside } from './listBeside.ts'

/** The pages of the main layout (A§2). */
export type PlacePage = 'home' | 'list' | 'file' | 'search' | 'ask' | 'templates' | 'member'

/** The current location in the app, as the sidebar and the panes need it. */
export type Place = {
  page: PlacePage | undefined
  isHome: boolean
  /** The open recording. Only set on /file/{id}. */
  fileId: string | undefined
  /** The list on the page, or the one next to the open recording. It always has a folder or a category. */
  list: FileListSearch | undefined
  /** The settings dialog is open: `profile=open` (A§2). */
  isSetting: boolean
  /** The explore panel with the integrations replaces the page: the fragment `#integration` (A§2). */
  isExplore: boolean
}

export function usePlace(): Place {
  return placeOf(
    useRouterState({ select: (state) => state.location.pathname }),
    useRouterState({ select: (state): Record<string, unknown> => state.location.search }),
    useRouterState({ select: (state) => state.location.hash }),
  )
}

const PAGES: readonly [RegExp, PlacePage][] = [
  [/^\/(home\/?)?$/, 'home'],
  [/^\/file-list\/?$/, 'list'],
  [/^\/file\/[^/]+\/?$/, 'file'],
  [/^\/search\/?$/, 'search'],
  [/^\/ask\/?$/, 'ask'],
  [/^\/community-templates\/?$/, 'templates'],
  [/^\/member\/[^/]+\/?$/, 'member'],
]

/** Parses a location; `pathname` is without the base path. */
export function placeOf(pathname: string, search: Record<string, unknown>, hash = ''): Place {
  const page = PAGES.find(([address]) => address.test(pathname))?.[1]
  const file = page === 'file' ? pathname.split('/')[2] : undefined
  const list = page === 'file' ? listBeside() : page === 'list' ? fileListSearch(search) : undefined
  return {
    page,
    isHome: page === 'home',
    fileId: file && decoded(file),
    list: list && (list.tagId || list.categoryId ? list : { categoryId: 'allFiles' }),
    isSetting: search['profile'] === 'open',
    isExplore: hash === 'integration',
  }
}
