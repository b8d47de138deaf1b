import { EmptyState } from '#ui/EmptyState.tsx'

/** /applink (A§2) */
export function AppLinkPage() {
  return <EmptyState>AppLinkPage</EmptyState>
}
