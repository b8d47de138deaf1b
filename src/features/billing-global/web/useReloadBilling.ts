import { useQueryClient } from '@tanstack/react-query'
import { useReloadMe } from '#features/profile/web.tsx'
import { reloadBilling } from './reloadBilling.ts'

/** Returns a function that reads again what a purchase changes: the user, the subscription, the payments and the trial. */
export function useReloadBilling(): () => Promise<void> {
  const queries = useQueryClient()
  const reloadMe = useReloadMe()
  return async () => void (await Promise.all([reloadMe(), reloadBilling(queries)]))
}
