import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { archiveRoute, personalDataRoutes } from './server/routes.ts'

/** Registers the routes for the download of all personal data of a user as one ZIP file. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  personalDataRoutes(app, ctx)
  archiveRoute(app, ctx)
}
