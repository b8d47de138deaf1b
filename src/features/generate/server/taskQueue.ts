import { z } from 'zod'
import { minutes, seconds, type Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { listActiveOf, listTasksByIds, type TaskRecord, updateClaimedTask } from './store.ts'
import { taskTopic } from '../contract.ts'

const TaskIds = z.object({ userId: z.string(), fileId: z.string(), taskId: z.string() })
/** @NOTE The many attempts are for lost workers and databases. Engine failures are counted in the task instead. */
const RETRIES = { attempts: 1000, retryDelay: 1 }

export const taskJob = job('generate.run', TaskIds, RETRIES)

/**
 * Runs beside `taskJob`, in a speech process of its own: telling the speakers of a long recording apart takes many minutes and cannot
 * be interrupted, and no other recording waits for it.
 */
export const separationJob = job('generate.separate', TaskIds, RETRIES)

/** The speakers of a recording of this length are separated within a minute, so that it does not change the queue. */
const SHORT_SEPARATION: Millis = minutes(10)

export const hasLongSeparation = ({ duration_ms }: Pick<TaskRecord, 'duration_ms'>): boolean => duration_ms > SHORT_SEPARATION

/** A task gives the worker to another user after this time, however long the other task is. */
const SLICE: Millis = seconds(60)

/** The audio that a task still has to work through. A summary alone is over in a moment. */
const remainingOf = ({ duration_ms, done_ms, summary_only }: TaskRecord): Millis => (summary_only ? 0 : duration_ms - done_ms)

/**
 * Returns the priority of a new task: the first of each user comes before the second of any, and among the tasks of one user a short
 * one comes before those that are longer.
 */
export async function priorityOfNew(tx: AppContext, task: TaskRecord): Promise<number> {
  const others = (await listActiveOf(tx, task.user_id)).filter(({ task_id }) => task_id !== task.task_id)
  return 0 - others.filter((other) => remainingOf(other) <= remainingOf(task)).length
}

/**
 * Returns the priority with which a running task goes back into the queue so that a waiting one comes first, or null when it goes
 * on. It makes way for tasks of half its length and less, and after a minute for every task of another user.
 */
export async function findPriorityToYield(ctx: AppContext, task: TaskRecord, done: Millis): Promise<number | null> {
  const waiting = await ctx.jobs.listWaiting(taskJob)
  if (waiting.length === 0) return null
  const rows = await listTasksByIds(
    ctx,
    waiting.map(({ payload }) => payload.taskId),
  )
  const byId = new Map(rows.map((row) => [row.task_id, row]))
  const hasHadSlice = ctx.clock.now().getTime() - (task.begun_at?.getTime() ?? 0) >= SLICE
  const next = waiting.find(({ payload }) => {
    const other = byId.get(payload.taskId)
    if (!other) return false
    const isShort =
      other.duration_ms * 2 <= task.duration_ms && remainingOf(other) < remainingOf({ ...task, done_ms: Math.round(done) })
    return isShort || other.summary_only || (hasHadSlice && other.user_id !== task.user_id)
  })
  return next?.priority ?? null
}

/** Hands a running task, whose words are complete, over to the queue of the separations. */
export async function queueSeparation(ctx: AppContext, task: TaskRecord): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await updateClaimedTask(tx, task, { stage: 'separating', done_ms: 0 }))) return
    const { user_id: userId, file_id: fileId, task_id: taskId } = task
    await tx.jobs.send(separationJob, { userId, fileId, taskId })
    await tx.live.publish(taskTopic, { userId, id: fileId })
  })
}

/** Queues a running task again behind those of the given priority. It goes on behind its last window. */
export async function requeueTask(ctx: AppContext, task: TaskRecord, priority: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Not done when the task was cancelled, or claimed by another attempt, which has a job of its own.
    if (!(await updateClaimedTask(tx, task, {}))) return
    const { user_id: userId, file_id: fileId, task_id: taskId } = task
    await tx.jobs.send(taskJob, { userId, fileId, taskId }, { priority })
  })
}
