import type { ServerFeature } from '#platform/feature.ts'
import { speechModelsRoutes } from './server/routes.ts'

/** The speech models of this server, managed by its operator. They are files and contain no user data. */
export const speechModels: ServerFeature = {
  name: 'speech-models',
  routes: [speechModelsRoutes],
}
