import { useQuery } from '@tanstack/react-query'
import { membershipContract } from '#features/membership/contract.ts'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'

const membership = client('membership', membershipContract, send)
const PARAMS = { id: 'templates_pro' }

/** Returns how often the user can still try a locked template (B§7); undefined until it is loaded. */
export const useTries = ({ enabled = true } = {}): number | undefined =>
  useQuery({
    enabled,
    queryKey: membership.featureTrial.key({ params: PARAMS }),
    queryFn: ({ signal }) => membership.featureTrial({ params: PARAMS }, { signal }),
    select: ({ data }) => data.tries_left,
  }).data
