import { useMemo, useState } from 'react'
import type { TaskView } from '#features/generate/contract.ts'
import { isActive } from '#features/generate/rules.ts'
import { isNetworkFailure, isUnderway, shareOf, type UploadItem, useUploads } from '#features/upload/web.tsx'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import { useIsFailureDismissed, useTasks } from '#features/generate/web.tsx'
import { useHasFailedQueries } from '#browser/http/failedQueries.ts'
import { useReachable } from '#browser/http/reachability.ts'

/** Running and failed work: uploads of this page, and tasks of the server on recordings. */
export type Work = {
  uploads: readonly UploadItem[]
  /** Progress of all uploads of this page as the upload dialog shows it, 0 to 1; null when there are none. */
  uploadShare: number | null
  tasks: readonly TaskView[]
}

/** The overall status, with the numbers shown next to it. */
export type SyncState = {
  /**
   * `offline` takes precedence, since the other values are uncertain then. `running` takes precedence over `attention`; `unresolved`
   * is still counted. `waiting` means waiting for the network, and continues by itself. `failed` means that something on screen
   * could not be loaded because the server failed.
   */
  kind: 'offline' | 'running' | 'attention' | 'waiting' | 'failed' | 'idle'
  running: number
  /** Number of items that need the user: refused, duplicate, or with lost audio. */
  unresolved: number
  waiting: number
  /** Progress of all running items, from 0 to 1. Null if none has any progress yet. */
  share: number | null
}

/** `isActiveFile` returns true for existing recordings outside the trash. Tasks of other recordings are left out. */
export function selectWork(
  { items, tasks }: { items: readonly UploadItem[]; tasks: readonly TaskView[] },
  { isActiveFile, isDismissed }: { isActiveFile: (fileId: string) => boolean; isDismissed: (taskId: string) => boolean },
): Work {
  const isVisibleFailure = (task: TaskView) => task.stage === 'failed' && !isDismissed(task.task_id)
  return {
    uploads: items.filter((item) => item.status !== 'completed'),
    uploadShare: shareOf(items),
    tasks: tasks.filter((task) => isActiveFile(task.file_id) && (isActive(task) || isVisibleFailure(task))),
  }
}

/** Uploads and tasks that need the user. An upload that the user has paused, or that waits for the network, does not. */
export const selectFailed = ({ uploads, tasks }: Pick<Work, 'uploads' | 'tasks'>): Pick<Work, 'uploads' | 'tasks'> => ({
  uploads: uploads.filter((item) => !isUnderway(item) && !isNetworkFailure(item) && !item.held),
  tasks: tasks.filter((task) => !isActive(task)),
})

export function getSyncState(
  { uploads, uploadShare, tasks }: Work,
  { isOffline, hasFailed }: { isOffline: boolean; hasFailed: boolean },
): SyncState {
  const runningUploads = uploads.filter(isUnderway)
  const runningTasks = tasks.filter(isActive)
  const running = runningUploads.length + runningTasks.length
  const waiting = uploads.filter(isNetworkFailure).length
  const failed = selectFailed({ uploads, tasks })
  const unresolved = failed.uploads.length + failed.tasks.length
  const taskShares = runningTasks.map(({ stage, percent }) => (stage === 'queued' ? 0 : percent / 100))
  const sum = taskShares.reduce((total, value) => total + value, (uploadShare ?? 0) * runningUploads.length)
  const kindWithoutWork = hasFailed ? 'failed' : 'idle'
  const kindWhenOnline = running > 0 ? 'running' : unresolved > 0 ? 'attention' : waiting > 0 ? 'waiting' : kindWithoutWork
  return {
    kind: isOffline ? 'offline' : kindWhenOnline,
    running,
    unresolved,
    waiting,
    share: sum > 0 ? sum / running : null,
  }
}

/** Returns whether something needs the user that did not before. */
export const isNewlyUnresolved = (before: SyncState, after: SyncState): boolean =>
  before.kind !== 'offline' && after.kind !== 'offline' && after.unresolved > before.unresolved

/** Running and failed work, and the recordings it belongs to. Reads only data that the app has already loaded. */
export function useSync(): { work: Work; state: SyncState; files: ReadonlyMap<string, LibraryRow> } {
  const { items } = useUploads()
  const tasks = useTasks()
  const library = useLibrary().data
  const isDismissed = useIsFailureDismissed()
  const isOffline = !useReachable()
  const hasFailed = useHasFailedQueries()
  const files = useMemo(() => new Map(library?.filter((file) => !file.is_trash).map((file) => [file.id, file])), [library])
  const work = selectWork({ items, tasks }, { isActiveFile: (id) => files.has(id), isDismissed })
  return { work, state: getSyncState(work, { isOffline, hasFailed }), files }
}

/**
 * Returns whether to announce to screen readers that something needs the user. `ReadyRecordings` announces the recordings that are
 * ready.
 */
export function useAttentionAnnouncement(state: SyncState): boolean {
  const [announced, setAnnounced] = useState({ previous: state, isAnnounced: false })
  const { previous } = announced
  if (previous.kind !== state.kind || previous.running !== state.running || previous.unresolved !== state.unresolved) {
    // When new work starts, the old announcement is cleared, so that the same text is announced again later.
    const isAnnounced = isNewlyUnresolved(previous, state) || (announced.isAnnounced && state.running <= previous.running)
    setAnnounced({ previous: state, isAnnounced })
    return isAnnounced
  }
  return announced.isAnnounced
}
