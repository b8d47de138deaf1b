import type { Place } from './usePlace.ts'

/** The views the main panel switches between (A§2, B§2). */
export type MainPanel = 'emptyload' | 'setting' | 'explore' | 'free' | 'templateCommunity' | 'filedetail'

/**
 * The view of the main panel at a place (A§2), or undefined where a page of another kind stands: home, search, ask, membership.
 * The settings go before everything, and explore before the page, since they stand in front of it. `isMember`: undefined until
 * the server has said it; only who surely has no membership sees `free`.
 */
export function mainPanelOf({ page, isSetting, isExplore }: Place, isMember: boolean | undefined): MainPanel | undefined {
  if (isSetting) return 'setting'
  if (isExplore) return 'explore'
  if (page === 'file') return 'filedetail'
  if (page === 'templates') return 'templateCommunity'
  if (page === 'list') return isMember === false ? 'free' : 'emptyload'
  return undefined
}
