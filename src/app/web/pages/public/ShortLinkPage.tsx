import { EmptyState } from '#ui/EmptyState.tsx'

/** /shortlink (A§2) */
export function ShortLinkPage() {
  return <EmptyState>ShortLinkPage</EmptyState>
}
