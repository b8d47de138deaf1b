import { EmptyState } from '#ui/EmptyState.tsx'

/** /member/purchase (A§2) */
export function PurchasePage() {
  return <EmptyState>PurchasePage</EmptyState>
}
