import { z } from 'zod'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'

const name = z.string().min(1).max(120)

/** Usage events, stored only in our own database for 90 days. Nothing is stored if TELEMETRY is off. */
export const telemetryContract = {
  uploadInfo: route({
    method: 'POST',
    path: '/others/upload-info',
    access: 'signed-in',
    summary: 'Record one event of the page (A§7); short values, never texts of recordings',
    body: z.object({
      info: z.object({
        event_cat: name,
        event_param: z.record(z.string().max(80), z.unknown()).or(z.string().max(2000)).optional(),
      }),
    }),
    reply: z.object({}),
    limits: [{ per: 'user', max: 240, within: minutes(1) }],
  }),
  exposure: route({
    method: 'POST',
    path: '/user/exposure',
    access: 'signed-in',
    summary: 'Record that the user was shown a banner, a dialog or a new feature (A§7)',
    body: z.object({ feature_code: name, source: name.optional() }),
    reply: z.object({ data: z.object({ feature_code: z.string(), times: z.number().int() }) }),
    limits: [{ per: 'user', max: 120, within: minutes(1) }],
  }),
} as const
