import type { QueryClient } from '@tanstack/react-query'
import { reloadFreeTrial } from '#features/membership/web.tsx'
import { billingClient } from './billingClient.ts'

/** Reads the subscription, the payments and the trial again. */
export async function reloadBilling(queries: QueryClient): Promise<void> {
  await Promise.all([
    reloadFreeTrial(queries),
    queries.invalidateQueries({ queryKey: billingClient.subscription.key() }),
    queries.invalidateQueries({ queryKey: billingClient.payments.key() }),
  ])
}

/** Applies the live event `me`: the provider has reported a payment or a change, or another tab has made one. */
export function applyLiveEvent(queries: QueryClient, { name }: { name: string }): void {
  if (name === 'me') void reloadBilling(queries)
}
