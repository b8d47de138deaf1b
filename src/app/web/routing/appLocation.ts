import { useRouterState } from '@tanstack/react-router'
import { decodeUriSafely } from '#shared/decodeUriSafely.ts'
import { parseFileListSearch } from './fileListSearch.ts'
import type { FileListSearch } from './fileListSearch.ts'
import { getLastList } from './lastList.ts'

/** The pages of the main layout (A§2). */
export type PageName = 'home' | 'list' | 'file' | 'search' | 'ask' | 'templates' | 'member'

/** The current location in the app, as the sidebar and the panes need it. */
export type AppLocation = {
  page: PageName | undefined
  isHome: boolean
  /** The open recording. Only set on /file/{id}. */
  fileId: string | undefined
  /** The list on the page, or the one next to the open recording. It always has a folder or a category. */
  list: FileListSearch | undefined
  /** The settings dialog is open: `profile=open` (A§2). */
  isSettingsOpen: boolean
  /** The explore panel with the integrations replaces the page: the fragment `#integration` (A§2). */
  isExploreOpen: boolean
}

export function useAppLocation(): AppLocation {
  return parseAppLocation(
    useRouterState({ select: (state) => state.location.pathname }),
    useRouterState({ select: (state): Record<string, unknown> => state.location.search }),
    useRouterState({ select: (state) => state.location.hash }),
  )
}

const PAGE_PATTERNS: readonly [RegExp, PageName][] = [
  [/^\/(home\/?)?$/, 'home'],
  [/^\/file-list\/?$/, 'list'],
  [/^\/file\/[^/]+\/?$/, 'file'],
  [/^\/search\/?$/, 'search'],
  [/^\/ask\/?$/, 'ask'],
  [/^\/community-templates\/?$/, 'templates'],
  [/^\/member\/[^/]+\/?$/, 'member'],
]

/** Parses a location; `pathname` is without the base path. */
export function parseAppLocation(pathname: string, search: Record<string, unknown>, hash = ''): AppLocation {
  const page = PAGE_PATTERNS.find(([pattern]) => pattern.test(pathname))?.[1]
  const file = page === 'file' ? pathname.split('/')[2] : undefined
  const list = page === 'file' ? getLastList() : page === 'list' ? parseFileListSearch(search) : undefined
  return {
    page,
    isHome: page === 'home',
    fileId: file && decodeUriSafely(file),
    list: list && (list.tagId || list.categoryId ? list : { categoryId: 'allFiles' }),
    isSettingsOpen: search['profile'] === 'open',
    isExploreOpen: hash === 'integration',
  }
}
