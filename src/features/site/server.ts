import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { siteRoutes } from './server/routes.ts'

/** Registers the public routes with information about the server. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  siteRoutes(app, ctx)
}
