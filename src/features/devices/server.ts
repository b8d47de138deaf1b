import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { devicesRoutes } from './server/routes.ts'
import { listDevices } from './server/store.ts'
import { toDevice } from './server/wire.ts'

/** Registers the routes for recorders. Changes are published on the live channel: topic `devices`, id is the serial number. */
export function install(app: FastifyInstance, ground: Ground): void {
  devicesRoutes(app, ground)
}

/** Returns the user's recorders for the personal data export. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const rows = await listDevices(ground, userId)
  return { devices: rows.map((row) => ({ ...toDevice(row), added_at: unixSeconds(row.added_at) })) }
}
