import { minutes } from '#shared/units.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { downloadRoutes } from './server/downloadRoutes.ts'
import { deleteExpiredRequests, deleteExpiredRequestsJob } from './server/exportRequest.ts'
import { exportRoutes } from './server/routes.ts'

export { writeFiles } from './server/exportFiles.ts'

/** Recordings as files in 33 formats. Download requests are not personal data: they live for minutes. */
export const exporting: ServerFeature = {
  name: 'export',
  routes: [exportRoutes, downloadRoutes],
  jobs: [handleJob(deleteExpiredRequestsJob, (ctx) => deleteExpiredRequests(ctx))],
  schedules: [{ every: minutes(5), job: deleteExpiredRequestsJob }],
}
