import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { devicesRoutes } from './server/routes.ts'
import { listDevices } from './server/store.ts'
import { toDevice } from './server/wire.ts'

/** The recorders a user has named. Each change is told on the live channel: topic `devices`, the serial number as its id. */
export function install(app: FastifyInstance, ground: Ground): void {
  devicesRoutes(app, ground)
}

/** What is kept here of a user, as plain JSON for the copy of their data. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const rows = await listDevices(ground, userId)
  return { devices: rows.map((row) => ({ ...toDevice(row), added_at: unixSeconds(row.added_at) })) }
}
