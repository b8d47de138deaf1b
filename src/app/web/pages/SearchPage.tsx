import { EmptyState } from '#ui/EmptyState.tsx'

/** /search (A§2) */
export function SearchPage() {
  return <EmptyState>SearchPage</EmptyState>
}
