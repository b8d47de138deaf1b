import { EmptyState } from '#ui/EmptyState.tsx'

/** /templatelink (A§2) */
export function TemplateLinkPage() {
  return <EmptyState>TemplateLinkPage</EmptyState>
}
