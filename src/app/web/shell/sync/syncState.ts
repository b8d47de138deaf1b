import type { TaskView } from '#features/generate/contract.ts'
import { isUnderWay } from '#features/generate/rules.ts'
import { isNetworkFailure, isUnderway, shareOf, type UploadItem } from '#features/upload/web.tsx'

/** Running and failed work: uploads of this page, and tasks of the server on recordings. */
export type Work = {
  uploads: readonly UploadItem[]
  tasks: readonly TaskView[]
  /** Number of tasks that finished recently. */
  finished: number
}

/** The overall status, with the numbers shown next to it. */
export type SyncState = {
  /**
   * `offline` takes precedence, since the other values are uncertain then. `running` takes precedence over `trouble`; `troubled`
   * is still counted. `waiting` means waiting for the network, and continues by itself.
   */
  kind: 'offline' | 'running' | 'trouble' | 'waiting' | 'idle'
  running: number
  /** Number of items that need the user: refused, duplicate, or with lost audio. */
  troubled: number
  waiting: number
  finished: number
  /** Progress of all running items, from 0 to 1. Null if none has any progress yet. */
  share: number | null
}

/** `isActiveFile` returns true for existing recordings outside the trash. Tasks of other recordings are left out. */
export function workOf(
  { items, tasks }: { items: readonly UploadItem[]; tasks: readonly TaskView[] },
  { isKnown, isPutAway }: { isKnown: (fileId: string) => boolean; isPutAway: (taskId: string) => boolean },
): Work {
  const failed = (task: TaskView) => task.stage === 'failed' && !isPutAway(task.task_id)
  return {
    uploads: items.filter((item) => item.status !== 'completed'),
    tasks: tasks.filter((task) => isKnown(task.file_id) && (isUnderWay(task) || failed(task))),
    finished: tasks.filter(({ stage }) => stage === 'done').length,
  }
}

export function syncState({ uploads, tasks, finished }: Work, { isOffline }: { isOffline: boolean }): SyncState {
  const moving = uploads.filter(isUnderway)
  const working = tasks.filter(isUnderWay)
  const running = moving.length + working.length
  const waiting = uploads.filter(isNetworkFailure).length
  // An upload that the user has paused does not count.
  const stuck = uploads.filter((item) => !isUnderway(item) && !isNetworkFailure(item) && !item.held).length
  const troubled = stuck + tasks.length - working.length
  const shares = [...moving.map(shareOf), ...working.map(({ stage, percent }) => (stage === 'queued' ? 0 : percent / 100))]
  const sum = shares.reduce((all, one) => all + one, 0)
  const standing = running > 0 ? 'running' : troubled > 0 ? 'trouble' : waiting > 0 ? 'waiting' : 'idle'
  return { kind: isOffline ? 'offline' : standing, running, troubled, waiting, finished, share: sum > 0 ? sum / running : null }
}

/** Returns what to announce to screen readers after a change of state: the end of all work, or a failure. Else null. */
export function syncNews(before: SyncState, after: SyncState): 'done' | 'trouble' | null {
  if (before.kind === 'offline' || after.kind === 'offline') return null
  if (after.troubled > before.troubled) return 'trouble'
  return after.running + after.troubled + after.waiting === 0 && before.running > 0 && after.finished > before.finished
    ? 'done'
    : null
}
