import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { profileClient } from './profileClient.ts'

/**
 * Returns the signed-in user, or undefined while it is loading. It is loaded once per visit. While a new privacy policy is not
 * accepted, it is also reloaded when the window gets focus, because the user may have accepted in another tab.
 */
export function useMe() {
  return useMeQuery().data?.data_user
}

/** Like `useMe`, with the error state, for pages that show a failure to load the user. */
export function useMeOrError() {
  const { data, error, refetch, isFetching } = useMeQuery()
  return { me: data?.data_user, error, retry: () => void refetch(), retrying: isFetching }
}

function useMeQuery() {
  return useQuery({
    queryKey: profileClient.me.key({}),
    queryFn: ({ signal }) => profileClient.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => (state.data?.data_user.has_new_privacy ? 'always' : false),
  })
}

/** Returns a function that reloads the signed-in user. */
export function useReloadMe(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: profileClient.me.key({}) })
}

/** Reloads the settings or the user when a live event says that they have changed, for example in another tab. */
export function applyLiveEvent(queries: QueryClient, { name }: { name: string }): void {
  if (name === 'settings') void queries.invalidateQueries({ queryKey: profileClient.settings.key() })
  if (name === 'me') void queries.invalidateQueries({ queryKey: profileClient.me.key() })
}
