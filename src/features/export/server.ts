import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { archiveRoute, exportRoutes } from './server/routes.ts'

/** Registers the routes for the download of all personal data of a user as one ZIP file. */
export function install(app: FastifyInstance, ground: Ground): void {
  exportRoutes(app, ground)
  archiveRoute(app, ground)
}
