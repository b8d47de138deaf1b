import { handleJob, type ServerFeature } from '#platform/feature.ts'
import { exportLinks } from './server/exportLinks.ts'
import { publicShareRoutes } from './server/publicRoutes.ts'
import { sendReport, sendReportJob } from './server/reports/reports.ts'
import { clientShareRoutes, shareRoutes } from './server/routes.ts'

export { endReportedLink, readReports } from './server/reports/reports.ts'

/** Links to recordings that work without an account: what they show, for how long, and the page that they open. */
export const share: ServerFeature = {
  name: 'share',
  routes: [shareRoutes, clientShareRoutes],
  pages: [publicShareRoutes],
  jobs: [handleJob(sendReportJob, sendReport)],
  personalData: exportLinks,
}
