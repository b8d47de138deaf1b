import { useMemo, useState } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import { useIsFailureDismissed, useTasks } from '#features/generate/web.tsx'
import { useUploads } from '#features/upload/web.tsx'
import { useReachable } from '#browser/http/reachability.ts'
import { getAnnouncement, getSyncState, selectWork } from './syncState.ts'
import type { SyncState, Work } from './syncState.ts'

/** Running and failed work, and the recordings it belongs to. Reads only data that the app has already loaded. */
export function useSync(): { work: Work; state: SyncState; files: ReadonlyMap<string, LibraryRow> } {
  const { items } = useUploads()
  const tasks = useTasks()
  const library = useLibrary().data
  const isDismissed = useIsFailureDismissed()
  const isOffline = !useReachable()
  const files = useMemo(() => new Map(library?.filter((file) => !file.is_trash).map((file) => [file.id, file])), [library])
  const work = selectWork({ items, tasks }, { isActiveFile: (id) => files.has(id), isDismissed })
  return { work, state: getSyncState(work, { isOffline }), files }
}

/** The announcement for screen readers. Set when work finishes or fails, and kept until the next one. */
export function useSyncAnnouncement(state: SyncState): 'done' | 'trouble' | null {
  const [announced, setAnnounced] = useState<{ previous: SyncState; announcement: 'done' | 'trouble' | null }>({
    previous: state,
    announcement: null,
  })
  const { previous } = announced
  if (previous.kind !== state.kind || previous.running !== state.running || previous.troubled !== state.troubled) {
    // When new work starts, the old announcement is cleared, so that the same text is announced again later.
    const announcement = getAnnouncement(previous, state) ?? (state.running > previous.running ? null : announced.announcement)
    setAnnounced({ previous: state, announcement })
    return announcement
  }
  return announced.announcement
}
