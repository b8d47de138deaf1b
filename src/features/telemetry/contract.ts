import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'

const name = z.string().check(z.minLength(1), z.maxLength(120))

const exposedItem = z.object({ object_type: name, object_id: name })

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
        event_param: z.optional(
          z.union([z.record(z.string().check(z.maxLength(80)), z.unknown()), z.string().check(z.maxLength(2000))]),
        ),
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
    /** `feature` is another name of `feature_code`. `items` are the shown objects, such as recommended templates (B§7). */
    body: z
      .object({
        feature_code: z.optional(name),
        feature: z.optional(name),
        source: z.optional(name),
        items: z.optional(z.array(exposedItem).check(z.maxLength(100))),
      })
      .check(
        z.refine(({ feature_code, feature }) => (feature_code ?? feature) !== undefined, 'Name the feature that was shown.'),
      ),
    reply: z.object({ data: z.object({ feature_code: z.string(), times: z.int() }) }),
    limits: [{ per: 'user', max: 120, within: minutes(1) }],
  }),
} as const
