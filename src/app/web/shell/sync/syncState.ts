import type { TaskView } from '#features/generate/contract.ts'
import { isUnderWay } from '#features/generate/rules.ts'
import { isNetworkFailure, isUnderway, shareOf, type UploadItem } from '#features/upload/web.tsx'

/** What is on its way and what went wrong: uploads of this page, and the work of the server on recordings. */
export type Work = {
  uploads: readonly UploadItem[]
  tasks: readonly TaskView[]
  /** Pieces of work that came to their end lately. */
  finished: number
}

/** How all of it stands, in one word, with what is said beside it. */
export type SyncState = {
  /**
   * `offline` before all: nothing of the rest is known for certain then. `running` before `trouble`, which it carries along.
   * `waiting` for the network only, to go on by itself.
   */
  kind: 'offline' | 'running' | 'trouble' | 'waiting' | 'idle'
  running: number
  /** Will not go on without somebody's word: refused, there already, or without its sound. */
  troubled: number
  waiting: number
  finished: number
  /** Of all that runs, 0 to 1; null where nothing has a share yet. */
  share: number | null
}

/** `isKnown`: recordings that are there and not in the trash; work on any other is nobody's business any more. */
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
  // Stopped by its owner is no trouble; it waits where it is.
  const stuck = uploads.filter((item) => !isUnderway(item) && !isNetworkFailure(item) && !item.held).length
  const troubled = stuck + tasks.length - working.length
  const shares = [...moving.map(shareOf), ...working.map(({ stage, percent }) => (stage === 'queued' ? 0 : percent / 100))]
  const sum = shares.reduce((all, one) => all + one, 0)
  const standing = running > 0 ? 'running' : troubled > 0 ? 'trouble' : waiting > 0 ? 'waiting' : 'idle'
  return { kind: isOffline ? 'offline' : standing, running, troubled, waiting, finished, share: sum > 0 ? sum / running : null }
}

/** What is worth saying aloud when one state follows another: the end of all work, or trouble; never a percent, never a stop. */
export function syncNews(before: SyncState, after: SyncState): 'done' | 'trouble' | null {
  if (before.kind === 'offline' || after.kind === 'offline') return null
  if (after.troubled > before.troubled) return 'trouble'
  return after.running + after.troubled + after.waiting === 0 && before.running > 0 && after.finished > before.finished
    ? 'done'
    : null
}
