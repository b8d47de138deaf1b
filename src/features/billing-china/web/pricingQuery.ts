import { queryOptions } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import { billingClient } from './billingClient.ts'

/** What can be bought, and what a change of the running plan comes to. */
export const pricingQuery = queryOptions({
  queryKey: billingClient.pricing.key({}),
  queryFn: ({ signal }) => billingClient.pricing({}, { signal, quiet: true }),
  staleTime: minutes(5),
})
