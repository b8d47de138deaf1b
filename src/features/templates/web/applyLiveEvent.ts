import type { QueryClient } from '@tanstack/react-query'
import { invalidateTemplates } from './templateQueries.ts'

/** Applies the live event `templates`: a review, a translation, another tab or another device has changed them. */
export function applyLiveEvent(queries: QueryClient, { name }: { name: string }): void {
  if (name === 'templates') void invalidateTemplates(queries)
}
