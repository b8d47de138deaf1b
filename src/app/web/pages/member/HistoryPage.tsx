import { EmptyState } from '#ui/EmptyState.tsx'

/** /member/history (A§2) */
export function HistoryPage() {
  return <EmptyState>HistoryPage</EmptyState>
}
