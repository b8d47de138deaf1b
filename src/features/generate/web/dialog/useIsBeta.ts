import { useQuery } from '@tanstack/react-query'
import { membershipContract } from '#features/membership/contract.ts'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'

const membership = client('membership', membershipContract, send)

/** Whether the beta list marks a feature (B§3). False until the list is loaded. */
export function useIsBeta(featureCode: string): boolean {
  const { data } = useQuery({
    queryKey: membership.featureAccess.key({}),
    queryFn: ({ signal }) => membership.featureAccess({}, { signal }),
    select: (reply) => reply.data.features.some(({ feature_code, is_beta }) => feature_code === featureCode && is_beta),
  })
  return data ?? false
}
