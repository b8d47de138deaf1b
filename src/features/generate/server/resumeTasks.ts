import { z } from 'zod'
import { listHoldingTasks, releaseMinutes } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { listActive } from './store.ts'
import { separationJob, taskJob } from './taskQueue.ts'

export const resumeLostTasks = job('generate.resume', z.object({}), { attempts: 3 })

/**
 * Queues every active task that has no job, because the job has used all its attempts or the queue was cleared. Otherwise such a
 * task would stay active forever. Minutes that a task holds after its end are given back.
 */
export async function resumeTasks(ctx: AppContext): Promise<void> {
  const holding = await listHoldingTasks(ctx)
  // @NOTE The order matters. A task and its job are created in one transaction, so an active task without a job is either lost or
  // has ended in the meantime. In the second case the new job does nothing.
  const active = await listActive(ctx)
  const activeIds = new Set(active.map(({ task_id }) => task_id))
  for (const taskId of holding) if (!activeIds.has(taskId)) await ctx.transaction((tx) => releaseMinutes(tx, taskId))
  const unfinished = [...(await ctx.jobs.listUnfinished(taskJob)), ...(await ctx.jobs.listUnfinished(separationJob))]
  const queued = new Set(unfinished.map((ids) => ids.taskId))
  for (const { user_id, file_id, task_id } of active) {
    if (queued.has(task_id)) continue
    ctx.log.warn({ task: task_id }, 'a task without a job was queued again')
    await ctx.jobs.send(taskJob, { userId: user_id, fileId: file_id, taskId: task_id })
  }
}
