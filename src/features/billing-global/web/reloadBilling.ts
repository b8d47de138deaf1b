import type { QueryClient } from '@tanstack/react-query'
import { meTopic } from '#features/account/contract.ts'
import { reloadFreeTrial } from '#features/membership/web.tsx'
import { handleTopic } from '#browser/live/handleTopic.ts'
import { billingClient } from './billingClient.ts'

/** Reads the subscription, the payments and the trial again. */
export async function reloadBilling(queries: QueryClient): Promise<void> {
  await Promise.all([
    reloadFreeTrial(queries),
    queries.invalidateQueries({ queryKey: billingClient.subscription.key() }),
    queries.invalidateQueries({ queryKey: billingClient.payments.key() }),
  ])
}

/** The provider has reported a payment or a change, or another tab has made one. */
export const liveHandlers = [handleTopic(meTopic, (queries) => void reloadBilling(queries))]
