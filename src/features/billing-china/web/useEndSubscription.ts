import { useQueryClient } from '@tanstack/react-query'
import { useReloadMe } from '#features/profile/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { billingClient } from './billingClient.ts'
import { reloadPricing } from './reloadPricing.ts'

/** Ends the plan with its paid time, or, with `next`, forgets the plan that would follow it. One that has ended already is none. */
export function useEndSubscription() {
  const t = useTranslations('billing-china')
  const queries = useQueryClient()
  const reloadMe = useReloadMe()
  const end = ({ next }: { next?: true }) => billingClient.endSubscription({ query: next ? { next: 'true' } : {} })
  return useAction(end, {
    success: (_, { next }) => (next ? t('plan_kept') : undefined),
    failure: t('change_failed'),
    calls: [billingClient.endSubscription],
    refusals: { noSubscription: null, unavailable: undefined },
    onSettled: () => Promise.all([reloadMe(), reloadPricing(queries)]),
  })
}
