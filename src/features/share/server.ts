import type { ServerFeature } from '#platform/feature.ts'
import { exportLinks } from './server/exportLinks.ts'
import { publicShareRoutes } from './server/publicRoutes.ts'
import { clientShareRoutes, shareRoutes } from './server/routes.ts'

/** Links to recordings that work without an account: what they show, for how long, and the page that they open. */
export const share: ServerFeature = {
  name: 'share',
  routes: [shareRoutes, clientShareRoutes],
  pages: [publicShareRoutes],
  personalData: exportLinks,
}
