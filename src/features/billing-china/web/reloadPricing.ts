import type { QueryClient } from '@tanstack/react-query'
import { billingClient } from './billingClient.ts'

/** Reads again what can be bought, and what was paid. */
export async function reloadPricing(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: billingClient.pricing.key() }),
    queries.invalidateQueries({ queryKey: billingClient.orders.key() }),
  ])
}

/** Applies the live event `me`: a channel has reported a payment, or another tab has made one. */
export function applyLiveEvent(queries: QueryClient, { name }: { name: string }): void {
  if (name === 'me') void reloadPricing(queries)
}
