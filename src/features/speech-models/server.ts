import type { ServerFeature } from '#platform/feature.ts'
import { speechModelsRoutes } from './server/routes.ts'

/** The speech models of this server, managed by its operator. They are files; nothing of a user is stored. */
export const speechModels: ServerFeature = {
  name: 'speech-models',
  routes: [speechModelsRoutes],
}
