import { useQuery } from '@tanstack/react-query'
import type { PayPlatform } from '../contract.ts'
import { billingClient } from './billingClient.ts'

const NONE: readonly PayPlatform[] = []

/** Returns what can be paid with: the list of the server (A§6). It was loaded with the prices. */
export const usePayMethods = (): readonly PayPlatform[] =>
  useQuery({
    queryKey: billingClient.pricing.key({}),
    queryFn: ({ signal }) => billingClient.pricing({}, { signal, quiet: true }),
    staleTime: Infinity,
  }).data?.data.pay_methods ?? NONE
