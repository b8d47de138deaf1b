import { EmptyState } from '#ui/EmptyState.tsx'

/** /share/{token} (A§2) */
export function SharePage() {
  return <EmptyState>SharePage</EmptyState>
}
