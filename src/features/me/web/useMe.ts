import { useQuery, useQueryClient } from '@tanstack/react-query'
import { me } from './me.ts'

/**
 * The one who is signed in, or undefined until the server has said. Asked once a visit; while a policy waits for an answer also
 * when the tab is looked at again, since it may have been given in another.
 */
export function useMe() {
  const asked = useQuery({
    queryKey: me.me.key({}),
    queryFn: ({ signal }) => me.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => (state.data?.data_user.has_new_privacy ? 'always' : false),
  })
  return asked.data?.data_user
}

/** Asks again who is signed in. */
export function useRereadMe(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: me.me.key({}) })
}
