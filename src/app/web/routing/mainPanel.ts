import type { AppLocation } from './appLocation.ts'

/** The views of the main panel (A§2, B§2). */
export type MainPanel = 'emptyload' | 'setting' | 'explore' | 'free' | 'templateCommunity' | 'filedetail'

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
