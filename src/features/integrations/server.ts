import { z } from 'zod'
import { hours } from '#shared/units.ts'
import { accountTakenOver } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob, listenTo } from '#platform/feature.ts'
import { job } from '#platform/jobs/jobs.ts'
import { oauthRoutes } from './server/oauthRoutes.ts'
import { integrationsRoutes } from './server/routes.ts'
import { deleteExpired, disconnectAll, listAllConnections } from './server/store.ts'

const deleteExpiredJob = job('integrations.delete-expired', z.object({}), { attempts: 3 })

/** Connected programs (OAuth 2): authorization, tokens and disconnecting. */
export const integrations = {
  name: 'integrations',
  routes: [integrationsRoutes, oauthRoutes],
  jobs: [handleJob(deleteExpiredJob, deleteExpired)],
  schedules: [{ every: hours(1), job: deleteExpiredJob }],
  listeners: [listenTo(accountTakenOver, 'integrations', (ctx, { userId }) => disconnectAll(ctx, userId))],
  personalData: exportPersonalData,
} satisfies ServerFeature

async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listAllConnections(ctx, userId)
  const shown = rows.map(({ app, scopes, connected_at, last_used_at }) => ({ app, scopes, connected_at, last_used_at }))
  return { connections: shown }
}
