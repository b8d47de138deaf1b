import type { z } from 'zod/mini'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { devicesContract } from '../contract.ts'
import type { Device } from '../contract.ts'

/** The typed client for recorders. */
export const devicesClient = client('devices', devicesContract, send)
export type Recorder = z.infer<typeof Device>
