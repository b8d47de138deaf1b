import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import type { AppContext } from '#platform/ground.ts'
import { formUploadRoute } from './server/formUpload.ts'
import { uploadRoutes } from './server/routes.ts'
import { deleteAbandonedUploads, deleteAbandonedJob } from './server/sweep.ts'

export { DEFAULT_TITLE, plausibleTimezone, isPlausibleStart, cleanTitle } from './server/believable.ts'
export { refusalOfAudioError } from './server/refusals.ts'

/** Uploads: multipart and as one form. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  uploadRoutes(app, ctx)
  formUploadRoute(app, ctx)
  ctx.jobs.work(deleteAbandonedJob, () => deleteAbandonedUploads(ctx))
  ctx.jobs.schedule(hours(1), deleteAbandonedJob, {})
}
