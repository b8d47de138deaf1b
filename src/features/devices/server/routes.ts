import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { MAX_DEVICES, devicesContract, devicesTopic } from '../contract.ts'
import { type DeviceRecord, deleteDevice, listDevices, lockDevices, upsertDevice } from './store.ts'

export function devicesRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'devices', devicesContract, {
    list: async ({ caller }) => ({ data_devices: (await listDevices(ctx, caller.userId)).map(toDevice) }),
    add: async ({ body, caller, refuse }) => {
      const device = await addDevice(ctx, caller.userId, body)
      return 'refused' in device ? refuse(device.refused) : { data_device: toDevice(device) }
    },
    remove: async ({ params, caller }) => {
      await ctx.transaction(async (tx) => {
        if (!(await deleteDevice(tx, caller.userId, params.sn))) throw new NotFound()
        await tx.live.publish(devicesTopic, { userId: caller.userId, id: params.sn })
      })
      return {}
    },
    syncStatus: async ({ caller }) => ({
      data: (await listDevices(ctx, caller.userId)).map(({ sn }) => ({ sn, status: 1 as const })),
    }),
  })
}

/**
 * Adds a recorder, or renames the one with this serial number. Refuses a new one when the user has the maximum number of
 * recorders.
 */
async function addDevice(
  ctx: AppContext,
  userId: string,
  draft: Pick<DeviceRecord, 'sn' | 'name' | 'model' | 'version_number'>,
): Promise<DeviceRecord | { refused: 'tooMany' }> {
  return ctx.transaction(async (tx) => {
    await lockDevices(tx, userId)
    const existing = await listDevices(tx, userId)
    if (existing.length >= MAX_DEVICES && !existing.some(({ sn }) => sn === draft.sn)) return { refused: 'tooMany' }
    const device = await upsertDevice(tx, { user_id: userId, ...draft, added_at: tx.clock.now() })
    await tx.live.publish(devicesTopic, { userId, id: device.sn })
    return device
  })
}

/** Converts a recorder to its wire format. */
export const toDevice = ({ sn, name, model, version_number }: DeviceRecord) => ({ sn, name, model, version_number })
