import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import { accountTakenOver } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { forgetConnections, forgetOld } from './server/forgetOld.ts'
import { programPages } from './server/programPages.ts'
import { integrationsRoutes } from './server/routes.ts'
import { disconnectAll, readConnections } from './server/store.ts'

/** Programs a user lets in: what they may ask for, the codes and tokens they get, and how that ends (OAuth 2, PKCE). */
export function install(app: FastifyInstance, ground: Ground): void {
  integrationsRoutes(app, ground)
  programPages(app, ground)
  ground.jobs.work(forgetConnections, () => forgetOld(ground))
  ground.events.on(accountTakenOver, 'integrations', ({ userId }) => disconnectAll(ground, userId))
  ground.jobs.every(hours(1), forgetConnections, {})
}

/** The programs the user let in, for the copy of their data. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const rows = await readConnections(ground, userId)
  const shown = rows.map(({ app, scopes, connected_at, last_used_at }) => ({ app, scopes, connected_at, last_used_at }))
  return { connections: shown }
}
