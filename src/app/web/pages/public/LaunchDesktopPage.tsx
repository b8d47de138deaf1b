import { EmptyState } from '#ui/EmptyState.tsx'

/** /launch-desktop (A§2) */
export function LaunchDesktopPage() {
  return <EmptyState>LaunchDesktopPage</EmptyState>
}
