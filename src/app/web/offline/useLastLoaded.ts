import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Millis } from '#kit/units.ts'
import { useReachable } from '#ui/reachability.ts'

const NOTHING = () => () => {}

/**
 * Returns when the oldest library data on the page was loaded. Undefined while the server can be reached and when there is no
 * data.
 */
export function useLastLoaded(): Millis | undefined {
  const queries = useQueryClient()
  const reachable = useReachable()
  const cache = queries.getQueryCache()
  const oldest = () => {
    const times = cache
      .findAll({ queryKey: ['files'], type: 'active' })
      .map(({ state }) => (state.data === undefined ? 0 : state.dataUpdatedAt))
    const known = times.filter((at) => at > 0)
    return known.length > 0 ? Math.min(...known) : undefined
  }
  return useSyncExternalStore(reachable ? NOTHING : (tell) => cache.subscribe(tell), () => (reachable ? undefined : oldest()))
}
