import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { telemetryRoutes } from './server/routes.ts'
import { deleteOldTelemetry, readTelemetry } from './server/store.ts'

const deleteOldJob = job('telemetry.forget', z.object({}), { attempts: 3 })

/** Registers the routes and jobs for usage events. They are stored in our own database and not sent to third parties. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  telemetryRoutes(app, ctx)
  ctx.jobs.work(deleteOldJob, () => deleteOldTelemetry(ctx))
  ctx.jobs.schedule(hours(1), deleteOldJob, {})
}

/** Returns the user's events and exposures for the personal data export. */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<{ events: object[]; exposures: object[] }> {
  const { events, exposures } = await readTelemetry(ctx, userId)
  return {
    events: events.map(({ event_cat, event_param, at }) => ({ event_cat, event_param, at })),
    exposures: exposures.map(({ feature_code, source, times, first_at, last_at }) => ({
      feature_code,
      source,
      times,
      first_at,
      last_at,
    })),
  }
}
