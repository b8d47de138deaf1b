import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Membership, MembershipState } from '#features/membership/web.tsx'
import type { Reply } from '#shared/contract.ts'
import type { profileContract } from '../contract.ts'
import { profileClient } from './profileClient.ts'

type MeReply = Reply<typeof profileContract.me>

/**
 * Returns the signed-in user, or undefined while it is loading. It is loaded once per visit. While a new privacy policy is not
 * accepted, it is also reloaded when the window gets focus, because the user may have accepted in another tab.
 */
export function useMe() {
  return useMeQuery().data?.data_user
}

/** The membership of the signed-in user, as the screens of `membership` show it (A§3). */
export function useOwnMembership(): MembershipState {
  const { data, error, refetch, isFetching } = useMeQuery()
  return { membership: data && membershipOf(data), error, retry: () => void refetch(), retrying: isFetching }
}

/** Joins the parts of `GET /user/me` that belong to the membership. */
export function membershipOf({ data_user, data_state }: MeReply): Membership {
  const { can_buy, is_free_trial_now, is_subscribed, seconds_transcribed } = data_state
  const autorenew = AUTORENEW_CHANNELS.find((channel) => data_state[`autorenew_status_${channel}`]) ?? null
  return { ...data_user, can_buy, is_free_trial_now: is_free_trial_now === 1, is_subscribed, autorenew, seconds_transcribed }
}

const AUTORENEW_CHANNELS = ['ios', 'android', 'web', 'stripe'] as const

/** The query of the signed-in user, for a page that also shows when it fails. */
export function useMeQuery() {
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
