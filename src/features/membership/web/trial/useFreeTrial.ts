import { type QueryClient, useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import type { Reply } from '#shared/contract.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { membershipContract } from '../../contract.ts'
import { useMembership } from '../MembershipContext.ts'
import { useMembershipOffers } from '../offers/offersStore.ts'

const { freeTrialStatus } = client('membership', membershipContract, send)

type TrialStatus = Reply<typeof membershipContract.freeTrialStatus>['data']

/**
 * Returns whether a free trial can be claimed (A§3). Undefined while loading, where nothing can be bought, and beside a
 * subscription, also one whose payment is open: the server refuses another one.
 */
export function useFreeTrial(): TrialStatus['trial_info'] | undefined {
  const { status } = useTrialStatus()
  return useMembershipOffers()?.subscription ? undefined : status?.trial_info
}

/** Returns when a running trial ends, in Unix milliseconds; null when none runs. */
export function useTrialCountdown(): Millis | null {
  const { status, readAt } = useTrialStatus()
  return status?.countdown.is_active ? readAt + seconds(status.countdown.remaining_seconds) : null
}

function useTrialStatus(): { status: TrialStatus | undefined; readAt: Millis } {
  const canBuy = useMembership().membership?.can_buy === true
  const { data, dataUpdatedAt } = useQuery({
    queryKey: freeTrialStatus.key({}),
    queryFn: ({ signal }) => freeTrialStatus({}, { signal, quiet: true }),
    enabled: canBuy,
  })
  return { status: canBuy ? data?.data : undefined, readAt: dataUpdatedAt }
}

/** Reads again whether a trial can be claimed. */
export const reloadFreeTrial = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: freeTrialStatus.key() })
