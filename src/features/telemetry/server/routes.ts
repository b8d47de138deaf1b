import type { FastifyInstance } from 'fastify'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { telemetryContract } from '../contract.ts'
import { countExposure, insertEvent } from './store.ts'
import { limitText, limitValue } from './limitValue.ts'

/** If TELEMETRY is off, the routes return the same responses and store nothing. */
export function telemetryRoutes(app: FastifyInstance, ctx: AppContext): void {
  const isOn = ctx.config.telemetry
  serve(app, 'telemetry', telemetryContract, {
    uploadInfo: async ({ body: { info }, caller }) => {
      if (!isOn) return {}
      const at = ctx.clock.now()
      const event_param = info.event_param === undefined ? null : JSON.stringify(limitValue(info.event_param))
      await insertEvent(ctx, {
        user_id: caller.userId,
        event_id: newId(at),
        event_cat: limitText(info.event_cat),
        event_param,
        at,
      })
      return {}
    },
    exposure: async ({ body: { feature_code, source = '' }, caller }) => {
      const exposure = { user_id: caller.userId, feature_code: limitText(feature_code), source: limitText(source) }
      const times = isOn ? await countExposure(ctx, { ...exposure, at: ctx.clock.now() }) : 1
      return { data: { feature_code, times } }
    },
  })
}
