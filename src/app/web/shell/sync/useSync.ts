import { useMemo, useState } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import { useIsPutAway, useTasks } from '#features/generate/web.tsx'
import { useUploads } from '#features/upload/web.tsx'
import { useReachable } from '#ui/reachability.ts'
import { syncNews, syncState, workOf } from './syncState.ts'
import type { SyncState, Work } from './syncState.ts'

/** Running and failed work, and the recordings it belongs to. Reads only data that the app has already loaded. */
export function useSync(): { work: Work; state: SyncState; files: ReadonlyMap<string, LibraryRow> } {
  const { items } = useUploads()
  const tasks = useTasks()
  const library = useLibrary().data
  const isPutAway = useIsPutAway()
  const isOffline = !useReachable()
  const files = useMemo(() => new Map(library?.filter((file) => !file.is_trash).map((file) => [file.id, file])), [library])
  const work = workOf({ items, tasks }, { isKnown: (id) => files.has(id), isPutAway })
  return { work, state: syncState(work, { isOffline }), files }
}

/** The announcement for screen readers. Set when work finishes or fails, and kept until the next one. */
export function useSyncNews(state: SyncState): 'done' | 'trouble' | null {
  const [said, setSaid] = useState<{ before: SyncState; news: 'done' | 'trouble' | null }>({ before: state, news: null })
  const { before } = said
  if (before.kind !== state.kind || before.running !== state.running || before.troubled !== state.troubled) {
    // When new work starts, the old announcement is cleared, so that the same text is announced again later.
    const news = syncNews(before, state) ?? (state.running > before.running ? null : said.news)
    setSaid({ before: state, news })
    return news
  }
  return said.news
}
