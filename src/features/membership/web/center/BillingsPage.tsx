import { CreditCard } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useBilledMembership, useMembershipOffers } from '../offers/offersStore.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/billings (A§2): what was paid, and the invoices. The billing feature has the list. Says so where nothing is sold. */
export function BillingsPage() {
  const t = useTranslations('membership')
  const { membership, error, retry, retrying } = useBilledMembership()
  const Payments = useMembershipOffers()?.Payments
  const list = () => {
    if (membership && !membership.can_buy)
      return <EmptyState icon={<CreditCard aria-hidden />}>{t('payments_nothing_sold')}</EmptyState>
    if (membership && Payments) return <Payments errorFallback={null} />
    if (error) return <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
    return <SkeletonRows rows={4} />
  }
  return (
    <MembershipLayout title={t('centre_payments')} isSubpage>
      {list()}
    </MembershipLayout>
  )
}
