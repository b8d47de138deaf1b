import { hours } from '#shared/units.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { formUploadRoute } from './server/formUploadRoute.ts'
import { uploadRoutes } from './server/routes.ts'
import { deleteAbandonedUploads, deleteAbandonedJob } from './server/abandonedUploads.ts'

export { plausibleTimezone, isPlausibleStart, cleanTitle } from './server/clientMetadata.ts'
export { refusalOfAudioError } from './server/refusals.ts'

/** Uploads: multipart and as one form. */
export const upload: ServerFeature = {
  name: 'upload',
  routes: [uploadRoutes, formUploadRoute],
  jobs: [handleJob(deleteAbandonedJob, deleteAbandonedUploads)],
  schedules: [{ every: hours(1), job: deleteAbandonedJob }],
}
