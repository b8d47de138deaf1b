import type { FastifyInstance } from 'fastify'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { resumeLostTasks, resumeTasks } from './server/resumeTasks.ts'
import { generateRoutes } from './server/routes.ts'
import { executeTask } from './server/executeTask.ts'
import { taskJob } from './server/startTask.ts'
import { latestTask } from './server/store.ts'
import { toTaskView } from './server/wire.ts'

/** Registers the routes and jobs that turn audio into transcript and summary: start, status, retry and cancel (B§4, B§8). */
export function install(app: FastifyInstance, ctx: AppContext): void {
  generateRoutes(app, ctx)
  ctx.jobs.work(taskJob, (ids, run) => executeTask(ctx, ids, run))
  ctx.jobs.work(resumeLostTasks, () => resumeTasks(ctx))
  ctx.jobs.schedule(hours(1), resumeLostTasks, {})
  ctx.live.describeTopic('task', async (userId, fileId) => {
    const task = await latestTask(ctx, userId, fileId)
    return task ? toTaskView(task, ctx.clock.now()) : null
  })
}

export { listCompletedBefore } from './server/store.ts'
