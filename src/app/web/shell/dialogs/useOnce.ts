import { useReducer } from 'react'
import { NoExpiration, address, recall, store } from '#ui/storage.ts'
import { useEvent } from '#ui/useEvent.ts'

/** How many ids are stored. No server publishes more than this. */
const MOST_KEPT = 50

/**
 * For content that is shown once per user. `isDue` is true until `markSeen` is called in any tab of this browser. The stored
 * ids never expire. `isDue` is false while `owner` or `id` is undefined.
 */
export function useOnce(shelf: string, owner: string | undefined, id: string | undefined): { isDue: boolean; done: () => void } {
  const [, look] = useReducer((times: number) => times + 1, 0)
  useEvent('window', 'storage', ({ key }) => {
    if (owner !== undefined && key === address(shelf, { owner })) look()
  })
  const isDue = owner !== undefined && id !== undefined && !seenBy(shelf, owner).includes(id)
  const done = () => {
    if (owner === undefined || id === undefined) return
    const others = seenBy(shelf, owner).filter((one) => one !== id)
    store(shelf, [...others, id].slice(-MOST_KEPT), { owner, lifetime: NoExpiration })
    look()
  }
  return { isDue, done }
}

function seenBy(shelf: string, owner: string): readonly string[] {
  const kept = recall(shelf, { owner })
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
}
