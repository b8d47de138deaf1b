import type { ServerFeature } from '#platform/feature.ts'
import { siteRoutes } from './server/routes.ts'

/** Public information about the server. */
export const site: ServerFeature = { name: 'site', routes: [siteRoutes] }
