import { type Query, QueryClient } from '@tanstack/react-query'
import { Unreachable } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'

/** How long a response or a failure counts as fresh, so that a component that mounts does not refetch it. */
const STALE_TIME = seconds(10)

/**
 * Creates the query client with the defaults of all queries: a call without a response is retried twice, while refusals and server
 * errors are final. A component that mounts within ten seconds of a failure shows it and does not refetch: showing the failure may
 * itself mount components, and each request would replace it with the loading state. @NOTE `networkMode: 'always'`, because a
 * server on the same machine responds even when the browser is offline.
 */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: STALE_TIME,
        retryOnMount: ({ state }) => now() - state.errorUpdatedAt > STALE_TIME,
        retry: (failures, error) => error instanceof Unreachable && failures < 2,
        retryDelay: (failures) => Math.min(seconds(1) * 2 ** failures, seconds(8)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  refetchInvalidatedFirstRequests(queries)
  return queries
}

/**
 * Refetches a query that was invalidated during its first request, because the response may be older than the change. TanStack
 * Query only restarts later requests.
 */
function refetchInvalidatedFirstRequests(queries: QueryClient): void {
  const invalidated = new WeakSet<Query>()
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'invalidate' && query.state.data === undefined && query.state.fetchStatus === 'fetching')
      invalidated.add(query)
    else if (action.type === 'success' && invalidated.delete(query))
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
}
