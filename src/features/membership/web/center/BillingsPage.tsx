import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useMembershipOffers } from '../offers/offersStore.ts'
import { BuyingPage } from './BuyingPage.tsx'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/billings (A§2): what was paid, and the invoices. The billing feature has the list. */
export function BillingsPage() {
  const t = useTranslations('membership')
  const Payments = useMembershipOffers()?.Payments
  return (
    <BuyingPage>
      <MembershipLayout title={t('centre_payments')} isSubpage>
        {Payments ? <Payments errorFallback={null} /> : <SkeletonRows rows={4} />}
      </MembershipLayout>
    </BuyingPage>
  )
}
