import type { FastifyInstance } from 'fastify'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { formUploadRoute } from './server/formUploadRoute.ts'
import { uploadRoutes } from './server/routes.ts'
import { deleteAbandonedUploads, deleteAbandonedJob } from './server/abandonedUploads.ts'

export { DEFAULT_TITLE, plausibleTimezone, isPlausibleStart, cleanTitle } from './server/clientMetadata.ts'
export { refusalOfAudioError } from './server/refusals.ts'

/** Uploads: multipart and as one form. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  uploadRoutes(app, ctx)
  formUploadRoute(app, ctx)
  ctx.jobs.work(deleteAbandonedJob, () => deleteAbandonedUploads(ctx))
  ctx.jobs.schedule(hours(1), deleteAbandonedJob, {})
}
