import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { runTask } from './startTask.ts'
import { listActive } from './store.ts'

export const resumeLost = job('generate.resume', z.object({}), { attempts: 3 })

/**
 * Queues every active task nobody works on: its job has used up its tries, or the queue was emptied. Without this such a
 * recording would be "under way" for ever.
 */
export async function resumeTasks(ground: Ground): Promise<void> {
  // @NOTE In this order: a task and its job are made in one step, so an active task whose job is not there any more is lost,
  // or has ended meanwhile, and then the job finds nothing to do.
  const active = await listActive(ground)
  const queued = new Set((await ground.jobs.unfinished(runTask)).map((ids) => ids.taskId))
  for (const { user_id, file_id, task_id } of active) {
    if (queued.has(task_id)) continue
    ground.log.warn({ task: task_id }, 'a task without a job is queued again')
    await ground.jobs.send(runTask, { userId: user_id, fileId: file_id, taskId: task_id })
  }
}
