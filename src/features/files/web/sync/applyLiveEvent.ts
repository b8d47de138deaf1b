import type { QueryClient } from '@tanstack/react-query'
import { files } from '../filesClient.ts'
import { invalidateFiles, invalidateLibrary } from './libraryCache.ts'

/**
 * Handles the live events `file`, with the id of a recording that was added or changed, and `files`, when several changed. It
 * requests the changes, never a whole list; the throttle of B§9 limits the requests during many events.
 */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name === 'files') invalidateFiles(queries)
  if (event.name !== 'file') return
  const id = eventFileId(event.data)
  invalidateLibrary(queries)
  void queries.invalidateQueries({
    queryKey: files.list.key(),
    predicate: ({ queryKey }) => id === undefined || JSON.stringify(queryKey[2] ?? '').includes(id),
  })
  if (id !== undefined) void queries.invalidateQueries({ queryKey: files.peaks.key({ params: { id } }) })
}

function eventFileId(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : undefined
}
