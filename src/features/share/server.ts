import { handleJob, type ServerFeature } from '#platform/feature.ts'
import { exportLinks } from './server/exportLinks.ts'
import { publicShareRoutes } from './server/publicRoutes.ts'
import { sendReport, sendReportJob } from './server/reports/reports.ts'
import { clientShareRoutes, shareRoutes } from './server/routes.ts'

export { endReportedLink, readReports } from './server/reports/reports.ts'

/** Links that show recordings to people without an account, and the public page that they open. */
export const share: ServerFeature = {
  name: 'share',
  routes: [shareRoutes, clientShareRoutes],
  pages: [publicShareRoutes],
  jobs: [handleJob(sendReportJob, sendReport)],
  personalData: exportLinks,
}
