import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { type PlanProduct, splitPlan } from './products.ts'

/** Returns a function that names a plan with its period: "Pro · Annual". */
export function useProductName(): (product: PlanProduct) => string {
  const t = useTranslations('membership')
  return (product) => {
    const { plan, period } = splitPlan(product)
    return t('plan_with_period', { plan: t(`plan_${plan}`), period: t(`plans_${period}`) })
  }
}
