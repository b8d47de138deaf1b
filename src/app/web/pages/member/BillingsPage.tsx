import { ReceiptText } from 'lucide-react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useWords } from '#ui/words.ts'
import { MemberFrame } from './MemberFrame.tsx'

/** /member/billings (A§2): nothing is sold here, so there is no bill. */
export function BillingsPage() {
  const t = useWords('pages')
  return (
    <MemberFrame title={t('member_bills')}>
      <EmptyState icon={<ReceiptText aria-hidden />}>{t('member_no_bills')}</EmptyState>
    </MemberFrame>
  )
}
