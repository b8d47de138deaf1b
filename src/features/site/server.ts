import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { siteRoutes } from './server/routes.ts'

/** Registers the public routes with information about the server. */
export function install(app: FastifyInstance, ground: Ground): void {
  siteRoutes(app, ground)
}
