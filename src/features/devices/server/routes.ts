import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { devicesContract } from '../contract.ts'
import { addDevice } from './addDevice.ts'
import { deleteDevice, listDevices } from './store.ts'
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
