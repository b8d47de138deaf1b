import { z } from 'zod'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { job } from '#platform/jobs/jobs.ts'
import { telemetryRoutes } from './server/routes.ts'
import { deleteOldTelemetry, readTelemetry } from './server/store.ts'

const deleteOldJob = job('telemetry.delete-old', z.object({}), { attempts: 3 })

/** Usage events. They are stored in our own database and not sent to third parties. */
export const telemetry = {
  name: 'telemetry',
  routes: [telemetryRoutes],
  jobs: [handleJob(deleteOldJob, deleteOldTelemetry)],
  schedules: [{ every: hours(1), job: deleteOldJob }],
  personalData: exportPersonalData,
} satisfies ServerFeature

/** Returns the user's events and exposures. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<{ events: object[]; exposures: object[] }> {
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
