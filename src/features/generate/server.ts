import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { followSoundRules, keepSoundRules } from './server/followSoundRules.ts'
import { followTrashRules, keepTrashRules } from './server/followTrashRules.ts'
import { resumeLost, resumeTasks } from './server/resumeTasks.ts'
import { generateRoutes } from './server/routes.ts'
import { doTask } from './server/runTask.ts'
import { runTask } from './server/startTask.ts'
import { latestTask } from './server/store.ts'
import { toTaskView } from './server/wire.ts'

/** Registers the routes and jobs that turn audio into transcript and summary: start, status, retry and cancel (B§4, B§8). */
export function install(app: FastifyInstance, ground: Ground): void {
  generateRoutes(app, ground)
  ground.jobs.work(runTask, (ids, work) => doTask(ground, ids, work))
  ground.jobs.work(resumeLost, () => resumeTasks(ground))
  ground.jobs.every(hours(1), resumeLost, {})
  ground.live.describe('task', async (userId, fileId) => {
    const task = await latestTask(ground, userId, fileId)
    return task ? toTaskView(task, ground.clock.now()) : null
  })
  ground.jobs.work(keepSoundRules, () => followSoundRules(ground))
  ground.jobs.every(hours(1), keepSoundRules, {})
  ground.jobs.work(keepTrashRules, () => followTrashRules(ground))
  ground.jobs.every(hours(1), keepTrashRules, {})
}
