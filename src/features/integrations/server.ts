import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#shared/units.ts'
import { accountTakenOver } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { oauthRoutes } from './server/oauthRoutes.ts'
import { integrationsRoutes } from './server/routes.ts'
import { deleteExpired, disconnectAll, listAllConnections } from './server/store.ts'

const deleteExpiredJob = job('integrations.forget', z.object({}), { attempts: 3 })

/** Registers the routes and jobs for connected programs (OAuth 2 with PKCE): authorization, tokens and disconnecting. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  integrationsRoutes(app, ctx)
  oauthRoutes(app, ctx)
  ctx.jobs.work(deleteExpiredJob, () => deleteExpired(ctx))
  ctx.events.subscribe(accountTakenOver, 'integrations', ({ userId }) => disconnectAll(ctx, userId))
  ctx.jobs.schedule(hours(1), deleteExpiredJob, {})
}

/** Returns the user's connected programs for the personal data export. */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listAllConnections(ctx, userId)
  const shown = rows.map(({ app, scopes, connected_at, last_used_at }) => ({ app, scopes, connected_at, last_used_at }))
  return { connections: shown }
}
