import { EmptyState } from '#ui/EmptyState.tsx'

/** /member/index (A§2) */
export function MemberPage() {
  return <EmptyState>MemberPage</EmptyState>
}
