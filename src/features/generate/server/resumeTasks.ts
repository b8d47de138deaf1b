import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { taskJob } from './startTask.ts'
import { listActive } from './store.ts'

export const resumeLostTasks = job('generate.resume', z.object({}), { attempts: 3 })

/**
 * Queues every active task that has no job, because the job has used all its attempts or the queue was cleared. Otherwise such a
 * task would stay active forever.
 */
export async function resumeTasks(ctx: AppContext): Promise<void> {
  // @NOTE The order matters. A task and its job are created in one transaction, so an active task without a job is either lost or
  // has ended in the meantime. In the second case the new job does nothing.
  const active = await listActive(ctx)
  const queued = new Set((await ctx.jobs.listUnfinished(taskJob)).map((ids) => ids.taskId))
  for (const { user_id, file_id, task_id } of active) {
    if (queued.has(task_id)) continue
    ctx.log.warn({ task: task_id }, 'a task without a job is queued again')
    await ctx.jobs.send(taskJob, { userId: user_id, fileId: file_id, taskId: task_id })
  }
}
