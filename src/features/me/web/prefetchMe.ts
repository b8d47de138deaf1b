import type { QueryClient } from '@tanstack/react-query'
import { me } from './me.ts'

/** Asks who is signed in before anything shows them; what went wrong is said where it is shown. */
export function prefetchMe(queries: QueryClient): void {
  void queries.prefetchQuery({
    queryKey: me.me.key({}),
    queryFn: ({ signal }) => me.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
