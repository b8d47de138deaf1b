import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { siteRoutes } from './server/routes.ts'

/** What this server says of itself before anyone is signed in. */
export function install(app: FastifyInstance, ground: Ground): void {
  siteRoutes(app, ground)
}
