import { EmptyState } from '#ui/EmptyState.tsx'

/** /download (A§2) */
export function DownloadPage() {
  return <EmptyState>DownloadPage</EmptyState>
}
