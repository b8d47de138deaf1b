import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { cleanName, MAX_TYPED_NAME } from '#shared/normalizeText.ts'

/** Maximum number of recorders per user. It limits abuse; real users own fewer. */
export const MAX_DEVICES = 50

export const SERIAL_NUMBER = /^[\w:-][\w.:-]{0,63}$/
export const DEVICE_NAME_MAX = 80

const sn = z
  .string()
  .check(
    z.maxLength(200, { abort: true }),
    z.trim(),
    z.minLength(1, 'A recorder needs a serial number.'),
    z.maxLength(64),
    z.regex(SERIAL_NUMBER, 'A serial number has letters, digits and . _ : - only.'),
  )
const typedName = z.string().check(z.maxLength(MAX_TYPED_NAME, { abort: true }), z.overwrite(cleanName))
const name = typedName.check(z.minLength(1, 'A recorder needs a name.'), z.maxLength(DEVICE_NAME_MAX))

/** A recorder of the user. `version_number` is the firmware version, 0 if unknown. */
export const Device = z.object({ sn: z.string(), name: z.string(), model: z.string(), version_number: z.int() })

/** A recorder was added, renamed or removed. The id is its serial number. */
export const devicesTopic = liveTopic('devices', z.object({ id: z.string() }))

export const devicesContract = {
  list: route({
    method: 'GET',
    path: '/device/list',
    access: 'signed-in',
    summary: "List the caller's recorders (A§3)",
    reply: z.object({ data_devices: z.array(Device) }),
  }),
  add: route({
    method: 'POST',
    path: '/device/bind',
    access: 'signed-in',
    summary: 'Add a recorder by its serial number, or rename one',
    body: z.object({
      sn,
      name,
      model: z._default(typedName.check(z.maxLength(80)), ''),
      version_number: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
    }),
    reply: z.object({ data_device: Device }),
    refusals: { tooMany: { status: -6, message: 'This account has too many recorders. Remove one first.' } },
  }),
  remove: route({
    method: 'DELETE',
    path: '/device/:sn',
    access: 'signed-in',
    summary: 'Remove a recorder from the list; its recordings stay',
    params: z.object({ sn: z.string().check(z.maxLength(64)) }),
    reply: z.object({}),
  }),
  syncStatus: route({
    method: 'GET',
    path: '/user/me/pcs-status-list',
    access: 'signed-in',
    summary:
      'Get the cloud storage status of each recorder: always 1, because every recording that reaches this server is stored (B§7)',
    reply: z.object({ data: z.array(z.object({ sn: z.string(), status: z.literal(1) })) }),
  }),
} as const
