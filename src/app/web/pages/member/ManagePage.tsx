import { EmptyState } from '#ui/EmptyState.tsx'

/** /member/manage (A§2) */
export function ManagePage() {
  return <EmptyState>ManagePage</EmptyState>
}
