import type { QueryClient } from '@tanstack/react-query'
import { files, rereadFiles, rereadLibrary } from './queries.ts'

/**
 * Takes in what the server tells over the live channel: `file` with the id of one that came or changed, `files` when several
 * did. What changed is asked for, no list; the throttle of B§9 keeps a storm of events from becoming a storm of requests.
 */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name === 'files') rereadFiles(queries)
  if (event.name !== 'file') return
  const id = idOf(event.data)
  rereadLibrary(queries)
  void queries.invalidateQueries({
    queryKey: files.list.key(),
    predicate: ({ queryKey }) => id === undefined || JSON.stringify(queryKey[2] ?? '').includes(id),
  })
  if (id !== undefined) void queries.invalidateQueries({ queryKey: files.peaks.key({ params: { id } }) })
}

function idOf(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : undefined
}
