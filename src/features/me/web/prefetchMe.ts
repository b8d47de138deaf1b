import type { QueryClient } from '@tanstack/react-query'
import { me } from './me.ts'

/** Starts loading the signed-in user. An error is shown by the component that uses the query. */
export function prefetchMe(queries: QueryClient): void {
  void queries.prefetchQuery({
    queryKey: me.me.key({}),
    queryFn: ({ signal }) => me.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
