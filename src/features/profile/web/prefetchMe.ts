import type { QueryClient } from '@tanstack/react-query'
import { profileClient } from './profileClient.ts'

/** Starts loading the signed-in user. An error is shown by the component that uses the query. */
export function prefetchMe(queries: QueryClient): void {
  void queries.prefetchQuery({
    queryKey: profileClient.me.key({}),
    queryFn: ({ signal }) => profileClient.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
