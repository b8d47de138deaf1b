import { type PlanProduct, splitPlan } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Returns a function that names a plan with its period: "Pro, annual". */
export function usePlanName(): (product: PlanProduct) => string {
  const t = useTranslations('billing-global')
  const tMembership = useTranslations('membership')
  return (product) => {
    const { plan, period } = splitPlan(product)
    return t('plan_with_period', { plan: tMembership(`plan_${plan}`), period: tMembership(`plans_${period}`) })
  }
}
