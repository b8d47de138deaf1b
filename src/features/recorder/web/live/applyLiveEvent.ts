import type { QueryClient } from '@tanstack/react-query'

/** The query key of the live words of one recording. */
export const liveWordsKey = (recordingId: string) => ['recorder', 'live-words', recordingId]

/** Refetches the words of a recording when the server has new ones and they are shown. Ignores other events. */
export function applyLiveEvent(queries: QueryClient, { name, data }: { name: string; data: unknown }): void {
  const id = (data as { id?: unknown } | null | undefined)?.id
  if (name === 'live-words' && typeof id === 'string') void queries.invalidateQueries({ queryKey: liveWordsKey(id) })
}
