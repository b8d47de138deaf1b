import { useQuery, useQueryClient } from '@tanstack/react-query'
import { me } from './me.ts'

/**
 * The one who is signed in, or undefined until the server has said. Asked once a visit; while a policy waits for an answer also
 * when the tab is looked at again, since it may have been given in another.
 */
export function useMe() {
  return useAsked().data?.data_user
}

/** The same for a page that is about nothing else, and so shows that it could not be asked. */
export function useMeOrError() {
  const { data, error, refetch, isFetching } = useAsked()
  return { me: data?.data_user, error, retry: () => void refetch(), retrying: isFetching }
}

function useAsked() {
  return useQuery({
    queryKey: me.me.key({}),
    queryFn: ({ signal }) => me.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => (state.data?.data_user.has_new_privacy ? 'always' : false),
  })
}

/** Asks again who is signed in. */
export function useRereadMe(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: me.me.key({}) })
}
