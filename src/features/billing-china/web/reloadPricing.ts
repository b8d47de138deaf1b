import type { QueryClient } from '@tanstack/react-query'
import { meTopic } from '#features/account/contract.ts'
import { handleTopic } from '#browser/live/handleTopic.ts'
import { billingClient } from './billingClient.ts'

/** Reads again what can be bought, and what was paid. */
export async function reloadPricing(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: billingClient.pricing.key() }),
    queries.invalidateQueries({ queryKey: billingClient.orders.key() }),
  ])
}

/** A channel has reported a payment, or another tab has made one. */
export const liveHandlers = [handleTopic(meTopic, (queries) => void reloadPricing(queries))]
