import { NoExpiration, recall, store } from '#ui/storage.ts'

/** How many are remembered, and how many of those that are still there are shown. */
const KEPT = 12
export const SHOWN_RECENT = 5
const KEY = 'palette_recent'

/** What was chosen last by this user in this browser, the latest first. */
export function recentChoices(owner: string | undefined): readonly string[] {
  const kept = owner === undefined ? undefined : recall(KEY, { owner })
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

export function noteChoice(owner: string | undefined, id: string): void {
  if (owner === undefined) return
  const ids = [id, ...recentChoices(owner).filter((one) => one !== id)].slice(0, KEPT)
  store(KEY, ids, { owner, lifetime: NoExpiration })
}
