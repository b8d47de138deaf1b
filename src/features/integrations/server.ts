import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#kit/units.ts'
import { accountTakenOver } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { programPages } from './server/programPages.ts'
import { integrationsRoutes } from './server/routes.ts'
import { deleteExpired, disconnectAll, readConnections } from './server/store.ts'

const forgetConnections = job('integrations.forget', z.object({}), { attempts: 3 })

/** Registers the routes and jobs for connected programs (OAuth 2 with PKCE): authorization, tokens and disconnecting. */
export function install(app: FastifyInstance, ground: Ground): void {
  integrationsRoutes(app, ground)
  programPages(app, ground)
  ground.jobs.work(forgetConnections, () => deleteExpired(ground))
  ground.events.on(accountTakenOver, 'integrations', ({ userId }) => disconnectAll(ground, userId))
  ground.jobs.every(hours(1), forgetConnections, {})
}

/** Returns the user's connected programs for the personal data export. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const rows = await readConnections(ground, userId)
  const shown = rows.map(({ app, scopes, connected_at, last_used_at }) => ({ app, scopes, connected_at, last_used_at }))
  return { connections: shown }
}
