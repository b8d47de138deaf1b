import { newId } from '#shared/newId.ts'
import type { FileRecord } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { TASK_CODES, taskTopic } from '../contract.ts'
import { hasLongSeparation, priorityOfNew, separationJob, taskJob } from './taskQueue.ts'
import { type TaskRecord, insertTask, latestTask } from './store.ts'

/** Creates a task and its job. Returns the active task of the recording or the note when there is one, which is not new. */
export async function queueTask(
  tx: AppContext,
  { user_id: userId, file_id: fileId, duration_ms }: FileRecord,
  what: Partial<TaskRecord>,
): Promise<{ task: TaskRecord; isNew: boolean }> {
  const now = tx.clock.now()
  const row: TaskRecord = {
    user_id: userId,
    file_id: fileId,
    task_id: createTaskId(now),
    stage: 'queued',
    status: TASK_CODES.inProgress,
    msg: '',
    attempt: 0,
    engine_failures: 0,
    language: null,
    duration_ms,
    done_ms: 0,
    segments_transcribed: 0,
    made_at: now,
    begun_at: null,
    begun_ms: 0,
    changed_at: now,
    summary_only: false,
    separate_speakers: false,
    max_speakers: null,
    speakers_only: false,
    translate: false,
    note_id: null,
    template: null,
    model: null,
    summary_language: null,
    post_id: null,
    memo: null,
    dimensions: null,
    ...what,
  }
  if (!(await insertTask(tx, row))) return { task: (await latestTask(tx, userId, fileId, row.note_id)) ?? row, isNew: false }
  const ids = { userId, fileId, taskId: row.task_id }
  if (row.speakers_only && hasLongSeparation(row)) await tx.jobs.send(separationJob, ids)
  else await tx.jobs.send(taskJob, ids, { priority: await priorityOfNew(tx, row) })
  await tx.live.publish(taskTopic, { userId, id: fileId })
  return { task: row, isNew: true }
}

export const hasEnded = ({ stage }: TaskRecord): boolean => stage === 'done' || stage === 'failed' || stage === 'cancelled'

/** Returns an id that starts with the timestamp, as clients of this API expect: `20261121143005-v1@<hex>`. */
function createTaskId(now: Date): string {
  return `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-v1@${newId(now)}`
}
