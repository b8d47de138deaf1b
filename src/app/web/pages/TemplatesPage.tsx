import { EmptyState } from '#ui/EmptyState.tsx'

/** /community-templates (A§2) */
export function TemplatesPage() {
  return <EmptyState>TemplatesPage</EmptyState>
}
