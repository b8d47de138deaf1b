import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { telemetryRoutes } from './server/routes.ts'
import { forgetOld, readOf } from './server/store.ts'

const forgetTelemetry = job('telemetry.forget', z.object({}), { attempts: 3 })

/** Registers the routes and jobs for usage events. They are stored in our own database and not sent to third parties. */
export function install(app: FastifyInstance, ground: Ground): void {
  telemetryRoutes(app, ground)
  ground.jobs.work(forgetTelemetry, () => forgetOld(ground))
  ground.jobs.every(hours(1), forgetTelemetry, {})
}

/** Returns the user's events and exposures for the personal data export. */
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
