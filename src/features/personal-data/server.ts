import type { ServerFeature } from '#platform/feature.ts'
import { archiveRoute, personalDataRoutes } from './server/routes.ts'

/**
 * The download of all personal data of a user as one ZIP file. `listFeatures` returns the features whose `personalData` it
 * contains, in that order.
 */
export const createPersonalDataFeature = (listFeatures: () => readonly ServerFeature[]): ServerFeature => ({
  name: 'personal-data',
  routes: [personalDataRoutes, (app, ctx) => archiveRoute(app, ctx, listFeatures())],
})
