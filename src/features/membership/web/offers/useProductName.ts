import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMembershipOffers } from './offersStore.ts'
import { formatPrice, type PlanProduct, splitPlan, UNKNOWN } from './products.ts'

/** Returns a function that names a plan with its period: "Pro · Annual". */
export function useProductName(): (product: PlanProduct) => string {
  const t = useTranslations('membership')
  return (product) => {
    const { plan, period } = splitPlan(product)
    return t('plan_with_period', { plan: t(`plan_${plan}`), period: t(`plans_${period}`) })
  }
}

/** Returns what a period of the running subscription costs: "$12.90 a month". */
export function useOwnPrice(): string {
  const t = useTranslations('membership')
  const locale = useLocale()
  const subscription = useMembershipOffers()?.subscription
  if (!subscription) return UNKNOWN
  const price = formatPrice(locale, subscription, subscription.amount)
  return t(splitPlan(subscription.plan).period === 'yearly' ? 'offer_per_year' : 'offer_per_month', { price })
}
