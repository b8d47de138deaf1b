import { ReceiptText } from 'lucide-react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useWords } from '#ui/words.ts'
import { MemberFrame } from './MemberFrame.tsx'

/** /member/billings (A§2): empty, because nothing is sold yet. */
export function BillingsPage() {
  const t = useWords('pages')
  return (
    <MemberFrame title={t('member_bills')}>
      <EmptyState icon={<ReceiptText aria-hidden />}>{t('member_no_bills')}</EmptyState>
    </MemberFrame>
  )
}
