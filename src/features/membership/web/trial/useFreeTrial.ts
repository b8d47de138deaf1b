import { useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import type { Reply } from '#shared/contract.ts'
import { send } from '#browser/http/send.ts'
import { membershipContract } from '../../contract.ts'
import { useMembership } from '../MembershipContext.ts'

const { freeTrialStatus } = client('membership', membershipContract, send)

type TrialInfo = Reply<typeof membershipContract.freeTrialStatus>['data']['trial_info']

/** Returns whether a free trial can be claimed (A§3). Undefined while loading, and where nothing can be bought. */
export function useFreeTrial(): TrialInfo | undefined {
  const canBuy = useMembership().membership?.can_buy === true
  const { data } = useQuery({
    queryKey: freeTrialStatus.key({}),
    queryFn: ({ signal }) => freeTrialStatus({}, { signal, quiet: true }),
    enabled: canBuy,
  })
  return canBuy ? data?.data.trial_info : undefined
}
