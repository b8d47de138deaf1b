import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { devicesRoutes, toDevice } from './server/routes.ts'
import { listDevices } from './server/store.ts'

/** Recorders. Changes are published on the live channel: topic `devices`, id is the serial number. */
export const devices: ServerFeature = {
  name: 'devices',
  routes: [devicesRoutes],
  personalData: exportPersonalData,
}

async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listDevices(ctx, userId)
  return { devices: rows.map((row) => ({ ...toDevice(row), added_at: unixSeconds(row.added_at) })) }
}
