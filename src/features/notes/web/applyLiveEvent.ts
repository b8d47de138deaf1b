import type { QueryClient } from '@tanstack/react-query'
import { notes } from './notesClient.ts'
import { invalidateNotes } from './notesClient.ts'

/** Applies the live events `highlights` and `notes`: another tab, another device or the server has changed them. */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name === 'highlights') void queries.invalidateQueries({ queryKey: notes.highlights.key() })
  if (event.name === 'notes') invalidateNotes(queries)
}
