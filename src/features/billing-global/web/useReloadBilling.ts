import { useQueryClient } from '@tanstack/react-query'
import { useReloadMe } from '#features/profile/web.tsx'
import { reloadFreeTrial } from '#features/membership/web.tsx'
import { billingClient } from './billingClient.ts'

/** Returns a function that reads again what a purchase changes: the user, the subscription, the payments and the trial. */
export function useReloadBilling(): () => Promise<void> {
  const queries = useQueryClient()
  const reloadMe = useReloadMe()
  return async () => {
    await Promise.all([
      reloadMe(),
      reloadFreeTrial(queries),
      queries.invalidateQueries({ queryKey: billingClient.subscription.key() }),
      queries.invalidateQueries({ queryKey: billingClient.payments.key() }),
    ])
  }
}
