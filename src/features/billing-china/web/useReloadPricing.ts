import { useQueryClient } from '@tanstack/react-query'
import { useReloadMe } from '#features/profile/web.tsx'
import { reloadPricing } from './reloadPricing.ts'

/** Returns a function that reads again what a purchase changes: the user, the plans and the payments. */
export function useReloadPricing(): () => Promise<void> {
  const queries = useQueryClient()
  const reloadMe = useReloadMe()
  return async () => void (await Promise.all([reloadMe(), reloadPricing(queries)]))
}
