import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Millis } from '#shared/units.ts'
import { useReachable } from '#browser/http/reachability.ts'

const subscribeToNothing = () => () => {}

/**
 * Returns when the oldest library data on the page was loaded. Undefined while the server can be reached and when there is no
 * data.
 */
export function useLastLoaded(): Millis | undefined {
  const queryClient = useQueryClient()
  const isReachable = useReachable()
  const cache = queryClient.getQueryCache()
  const getOldest = () => {
    const times = cache
      .findAll({ queryKey: ['files'], type: 'active' })
      .map(({ state }) => (state.data === undefined ? 0 : state.dataUpdatedAt))
    const loadTimes = times.filter((time) => time > 0)
    return loadTimes.length > 0 ? Math.min(...loadTimes) : undefined
  }
  return useSyncExternalStore(isReachable ? subscribeToNothing : (listener) => cache.subscribe(listener), () =>
    isReachable ? undefined : getOldest(),
  )
}
