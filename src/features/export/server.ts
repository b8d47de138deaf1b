import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { archiveRoute } from './server/archiveRoute.ts'
import { exportRoutes } from './server/routes.ts'

/** Everything a user has here, to take along or to keep safe: one ZIP. */
export function install(app: FastifyInstance, ground: Ground): void {
  exportRoutes(app, ground)
  archiveRoute(app, ground)
}
