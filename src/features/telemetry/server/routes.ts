import type { FastifyInstance } from 'fastify'
import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { telemetryContract } from '../contract.ts'
import { countExposure, insertEvent } from './store.ts'
import { shortText, trimmed } from './trimmed.ts'

/** If TELEMETRY is off, the routes return the same responses and store nothing. */
export function telemetryRoutes(app: FastifyInstance, ground: Ground): void {
  const keeps = ground.config.telemetry
  serve(app, 'telemetry', telemetryContract, {
    uploadInfo: async ({ body: { info }, caller }) => {
      if (!keeps) return {}
      const at = ground.clock.now()
      const event_param = info.event_param === undefined ? null : JSON.stringify(trimmed(info.event_param))
      await insertEvent(ground, {
        user_id: caller.userId,
        event_id: newId(at),
        event_cat: shortText(info.event_cat),
        event_param,
        at,
      })
      return {}
    },
    exposure: async ({ body: { feature_code, source = '' }, caller }) => {
      const shown = { user_id: caller.userId, feature_code: shortText(feature_code), source: shortText(source) }
      const times = keeps ? await countExposure(ground, { ...shown, at: ground.clock.now() }) : 1
      return { data: { feature_code, times } }
    },
  })
}
