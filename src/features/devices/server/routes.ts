import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { MOST_DEVICES, devicesContract } from '../contract.ts'
import { type DeviceRecord, deleteDevice, listDevices, lockDevices, upsertDevice } from './store.ts'
import { toDevice } from './wire.ts'

export function devicesRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'devices', devicesContract, {
    list: async ({ caller }) => ({ data_devices: (await listDevices(ground, caller.userId)).map(toDevice) }),
    add: async ({ body, caller, refuse }) => {
      const device = await addDevice(ground, caller.userId, body)
      return device ? { data_device: toDevice(device) } : refuse('tooMany')
    },
    remove: async ({ params, caller }) => {
      await ground.inOneStep(async (step) => {
        if (!(await deleteDevice(step, caller.userId, params.sn))) throw new NotFound()
        await step.live.tell({ userId: caller.userId, topic: 'devices', id: params.sn })
      })
      return {}
    },
    syncStatus: async ({ caller }) => ({
      data: (await listDevices(ground, caller.userId)).map(({ sn }) => ({ sn, status: 1 as const })),
    }),
  })
}

/**
 * Adds a recorder, or renames the one with this serial number. Returns null if it is a new one and the user has the maximum
 * number of recorders.
 */
async function addDevice(
  ground: Ground,
  userId: string,
  draft: Pick<DeviceRecord, 'sn' | 'name' | 'model' | 'version_number'>,
): Promise<DeviceRecord | null> {
  return ground.inOneStep(async (step) => {
    await lockDevices(step, userId)
    const there = await listDevices(step, userId)
    if (there.length >= MOST_DEVICES && !there.some(({ sn }) => sn === draft.sn)) return null
    const device = await upsertDevice(step, { user_id: userId, ...draft, added_at: step.clock.now() })
    await step.live.tell({ userId, topic: 'devices', id: device.sn })
    return device
  })
}
