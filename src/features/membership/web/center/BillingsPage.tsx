import { ReceiptText } from 'lucide-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BuyingPage } from './BuyingPage.tsx'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/billings (A§2): the payments. It is empty until a billing feature fills it. */
export function BillingsPage() {
  const t = useTranslations('membership')
  return (
    <BuyingPage>
      <MembershipLayout title={t('centre_payments')} isSubpage>
        <EmptyState icon={<ReceiptText aria-hidden />}>{t('centre_no_payments')}</EmptyState>
      </MembershipLayout>
    </BuyingPage>
  )
}
