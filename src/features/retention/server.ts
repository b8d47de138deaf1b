import type { FastifyInstance } from 'fastify'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { deleteExpiredAudio, soundRetentionJob } from './server/deleteExpiredAudio.ts'
import { emptyExpiredTrash, trashRetentionJob } from './server/emptyExpiredTrash.ts'

/** Registers the hourly jobs that delete audio and empty the trash as each user's rules say. */
export function install(_app: FastifyInstance, ctx: AppContext): void {
  ctx.jobs.work(soundRetentionJob, () => deleteExpiredAudio(ctx))
  ctx.jobs.schedule(hours(1), soundRetentionJob, {})
  ctx.jobs.work(trashRetentionJob, () => emptyExpiredTrash(ctx))
  ctx.jobs.schedule(hours(1), trashRetentionJob, {})
}
