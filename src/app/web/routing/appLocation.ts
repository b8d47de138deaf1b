import { useRouterState } from '@tanstack/react-router'
import type { PageName } from '#browser/routing/rootRoute.ts'
import type { FileListSearch } from '#features/library/rules.ts'
import { getLastList, useLastList } from '#features/library/web.tsx'

/** The current location in the app, as the sidebar and the panes need it. */
type AppLocation = {
  /** Undefined outside of the main layout. */
  page: PageName | undefined
  /** The open recording. Only set on /file/{id}. */
  fileId: string | undefined
  /** The list on the page, or the one next to the open recording. It always has a folder or a category. */
  list: FileListSearch | undefined
  /** The settings dialog is open: `profile=open` (A§2). */
  isSettingsOpen: boolean
  /** The explore panel with the integrations replaces the page: the fragment `#integration` (A§2). */
  isExploreOpen: boolean
}

/** The router's match of the page: the last route that matches the URL. */
type PageMatch = {
  readonly staticData: { readonly page?: PageName }
  readonly params: object
  readonly search: object
}

export function useAppLocation(): AppLocation {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) })
  const hash = useRouterState({ select: ({ location }) => location.hash })
  return getAppLocation(match, hash, useLastList())
}

/** Returns the location of a page matched by the router. `lastList` is the list next to an open recording. */
export function getAppLocation(match: PageMatch | undefined, hash = '', lastList = getLastList()): AppLocation {
  const page = match?.staticData.page
  const { id }: { id?: string } = match?.params ?? {}
  const { profile, tagId, categoryId }: FileListSearch & { profile?: string } = match?.search ?? {}
  const list = page === 'file' ? lastList : page === 'list' ? { tagId, categoryId } : undefined
  return {
    page,
    fileId: page === 'file' ? id : undefined,
    list: list && (list.tagId || list.categoryId ? list : { categoryId: 'allFiles' }),
    isSettingsOpen: profile === 'open',
    isExploreOpen: hash === 'integration',
  }
}

/** The views of the main panel (A§2, B§2). */
type MainPanel = 'emptyload' | 'setting' | 'explore' | 'free' | 'templateCommunity' | 'filedetail'

/**
 * Returns the view of the main panel at a location (A§2), or undefined for the other pages: home, search, ask, membership. The
 * settings and then the explore panel take precedence, since they cover the page. `isMember` is undefined while loading; `free`
 * is returned only when the user is known to have no membership.
 */
export function getMainPanel(
  { page, isSettingsOpen, isExploreOpen }: AppLocation,
  isMember: boolean | undefined,
): MainPanel | undefined {
  if (isSettingsOpen) return 'setting'
  if (isExploreOpen) return 'explore'
  if (page === 'file') return 'filedetail'
  if (page === 'templates') return 'templateCommunity'
  if (page === 'list') return isMember === false ? 'free' : 'emptyload'
  return undefined
}
