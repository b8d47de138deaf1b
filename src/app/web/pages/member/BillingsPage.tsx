import { EmptyState } from '#ui/EmptyState.tsx'

/** /member/billings (A§2) */
export function BillingsPage() {
  return <EmptyState>BillingsPage</EmptyState>
}
