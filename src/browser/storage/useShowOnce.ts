import { useReducer } from 'react'
import type { Millis } from '#shared/units.ts'
import { useEvent } from '../events/useEvent.ts'
import { currentAccountId } from '../session/token.ts'
import { NO_EXPIRATION, storageKey, getItem, setItem } from './storage.ts'

/** Maximum number of stored ids. No server publishes more than this. */
const MAX_STORED_IDS = 50

/**
 * For content that is shown once per user. `isDue` is true until `markSeen` is called in any tab of this browser. Stored ids never
 * expire unless `lifetime` is given, which restarts with each id. `isDue` is false while `id` is undefined and while no user is
 * signed in.
 */
export function useShowOnce(
  name: string,
  id: string | undefined,
  { lifetime = NO_EXPIRATION }: { lifetime?: Millis } = {},
): { isDue: boolean; markSeen: () => void } {
  const owner = currentAccountId()
  const [, refresh] = useReducer((times: number) => times + 1, 0)
  useEvent('window', 'storage', ({ key }) => {
    if (owner !== undefined && key === storageKey(name, { owner })) refresh()
  })
  const isDue = owner !== undefined && id !== undefined && !getSeenIds(name, owner).includes(id)
  const markSeen = () => {
    if (owner === undefined || id === undefined) return
    const others = getSeenIds(name, owner).filter((seenId) => seenId !== id)
    setItem(name, [...others, id].slice(-MAX_STORED_IDS), { owner, lifetime })
    refresh()
  }
  return { isDue, markSeen }
}

function getSeenIds(name: string, owner: string): readonly string[] {
  const stored = getItem(name, { owner })
  return Array.isArray(stored) ? stored.filter((seenId) => typeof seenId === 'string') : []
}
