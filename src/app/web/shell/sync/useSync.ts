import { useMemo, useState } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import { useIsPutAway, useTasks } from '#features/generate/web.tsx'
import { useUploads } from '#features/upload/web.tsx'
import { useReachable } from '#ui/reachability.ts'
import { syncNews, syncState, workOf } from './syncState.ts'
import type { SyncState, Work } from './syncState.ts'

/** What is on its way and what went wrong, with the recordings it belongs to. Asks the server for nothing that is not asked already. */
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

/** What is to be said aloud: set when something ended or went wrong, and left standing until the next. */
export function useSyncNews(state: SyncState): 'done' | 'trouble' | null {
  const [said, setSaid] = useState<{ before: SyncState; news: 'done' | 'trouble' | null }>({ before: state, news: null })
  const { before } = said
  if (before.kind !== state.kind || before.running !== state.running || before.troubled !== state.troubled) {
    // Something new began: what was said before is old, and saying the same again must be heard.
    const news = syncNews(before, state) ?? (state.running > before.running ? null : said.news)
    setSaid({ before: state, news })
    return news
  }
  return said.news
}
