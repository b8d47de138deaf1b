import { CircleAlert } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { compareTiers } from '../../rules.ts'
import { useMembership } from '../MembershipContext.ts'
import { useMembershipOffers } from '../offers/offersStore.ts'
import { splitPlan } from '../offers/products.ts'

/** Says that a payment is open, with the page on which it is made (A§2). */
export function OpenPaymentBanner() {
  const t = useTranslations('membership')
  const { membership, error } = useMembership()
  const subscription = useMembershipOffers()?.subscription
  // What it says depends on the membership.
  if (!subscription?.openInvoiceUrl || (!membership && !error)) return null
  const { plan } = splitPlan(subscription.plan)
  const isOver = membership !== undefined && compareTiers(membership.membership_type, plan) < 0
  return (
    <section
      aria-label={t('centre_payment_open')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn bg-warn-soft px-4 py-3"
    >
      <CircleAlert aria-hidden className="size-5 flex-none text-warn" />
      <p className="min-w-0 flex-1 text-md">
        <strong className="block font-[600]">{t('centre_payment_open')}</strong>
        {isOver ? t('centre_payment_open_over', { plan: t(`plan_${plan}`) }) : t('centre_payment_open_text')}
      </p>
      <a href={subscription.openInvoiceUrl} className={buttonClass({ variant: 'main' })}>
        {t('centre_payment_open_pay')}
      </a>
    </section>
  )
}
