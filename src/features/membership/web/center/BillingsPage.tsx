import { ReceiptText } from 'lucide-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/billings (A§2): empty, because nothing is sold yet. */
export function BillingsPage() {
  const t = useTranslations('membership')
  return (
    <MembershipLayout title={t('member_billing')}>
      <EmptyState icon={<ReceiptText aria-hidden />}>{t('member_no_bills')}</EmptyState>
    </MembershipLayout>
  )
}
