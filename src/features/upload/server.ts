import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { formUpload } from './server/formUpload.ts'
import { uploadRoutes } from './server/routes.ts'
import { sweepAbandoned, sweepUploads } from './server/sweep.ts'

export { UNNAMED, believedZone, isBelievableStart, usableTitle } from './server/believable.ts'
export { refusalOfSound } from './server/refusals.ts'

/** Uploads: multipart and as one form. */
export function install(app: FastifyInstance, ground: Ground): void {
  uploadRoutes(app, ground)
  formUpload(app, ground)
  ground.jobs.work(sweepUploads, () => sweepAbandoned(ground))
  ground.jobs.every(hours(1), sweepUploads, {})
}
