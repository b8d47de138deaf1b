import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { forgetOld, forgetTelemetry } from './server/forgetOld.ts'
import { telemetryRoutes } from './server/routes.ts'
import { readOf } from './server/store.ts'

/** What happens in the page, counted in our own tables and sent to nobody. */
export function install(app: FastifyInstance, ground: Ground): void {
  telemetryRoutes(app, ground)
  ground.jobs.work(forgetTelemetry, () => forgetOld(ground))
  ground.jobs.every(hours(1), forgetTelemetry, {})
}

/** All that is kept of the user's ways through the page, for a copy of their data. */
export async function dataOf(ground: Ground, userId: string): Promise<{ events: object[]; exposures: object[] }> {
  const { events, exposures } = await readOf(ground, userId)
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
