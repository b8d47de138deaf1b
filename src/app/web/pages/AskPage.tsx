import { EmptyState } from '#ui/EmptyState.tsx'

/** /ask (A§2) */
export function AskPage() {
  return <EmptyState>AskPage</EmptyState>
}
