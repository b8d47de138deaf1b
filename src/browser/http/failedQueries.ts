import { notifyManager, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ServerError } from '#shared/client.ts'

/** Queries on screen whose last request failed on the server. Refusals are valid responses and do not count. */
const FAILED: QueryFilters = { type: 'active', predicate: ({ state }) => state.error instanceof ServerError }

const hasFailed = (queries: QueryClient) => queries.getQueryCache().findAll(FAILED).length > 0

/** Returns whether anything on screen could not be loaded because the server failed. */
export function useHasFailedQueries(): boolean {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => hasFailed(queries))
}

/** Returns a function that refetches everything on screen that could not be loaded. */
export function useRetryFailedQueries(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.refetchQueries(FAILED)
}
