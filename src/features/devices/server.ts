import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { devicesRoutes } from './server/routes.ts'
import { listDevices } from './server/store.ts'
import { toDevice } from './server/wire.ts'

/** Registers the routes for recorders. Changes are published on the live channel: topic `devices`, id is the serial number. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  devicesRoutes(app, ctx)
}

/** Returns the user's recorders for the personal data export. */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listDevices(ctx, userId)
  return { devices: rows.map((row) => ({ ...toDevice(row), added_at: unixSeconds(row.added_at) })) }
}
