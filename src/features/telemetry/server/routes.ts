import type { FastifyInstance } from 'fastify'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { telemetryContract } from '../contract.ts'
import { isIgnored } from '../rules.ts'
import { countExposure, insertEvent } from './store.ts'

/** If TELEMETRY is off, the routes return the same responses and store nothing. Ignored events are not stored either (A§9). */
export function telemetryRoutes(app: FastifyInstance, ctx: AppContext): void {
  const isOn = ctx.config.telemetry
  serve(app, 'telemetry', telemetryContract, {
    uploadInfo: async ({ body: { info }, caller }) => {
      if (!isOn || isIgnoredEvent(info.event_param)) return {}
      const at = ctx.clock.now()
      const event_param = info.event_param === undefined ? null : limitValue(info.event_param)
      await insertEvent(ctx, {
        user_id: caller.userId,
        event_id: newId(at),
        event_cat: limitText(info.event_cat),
        event_param,
        at,
      })
      return {}
    },
    exposure: async ({ body: { feature, feature_code = feature ?? '', source = '', items = [] }, caller }) => {
      const sources = items.length > 0 ? items.map(({ object_type, object_id }) => `${object_type}:${object_id}`) : [source]
      const times: number[] = []
      for (const each of isOn ? new Set(sources) : []) {
        const exposure = { user_id: caller.userId, feature_code: limitText(feature_code), source: limitText(each) }
        times.push(await countExposure(ctx, { ...exposure, at: ctx.clock.now() }))
      }
      return { data: { feature_code, times: Math.max(1, ...times) } }
    },
  })
}

const isIgnoredEvent = (param: unknown): boolean => typeof param === 'object' && param !== null && isIgnored(param)

/** Maximum length of a text. Texts of recordings must not be sent here. */
const MAX_TEXT_LENGTH = 300
/** Maximum depth of nested objects. */
const MAX_DEPTH = 3
/** Maximum number of entries of a list or an object. */
const MAX_ENTRIES = 50
/** Maximum length of an event as JSON. Longer events are truncated. */
export const MAX_EVENT_LENGTH = 8192

/** Limits the length and depth of a value from the client, and removes lone surrogates, which PostgreSQL refuses. */
export function limitValue(value: unknown): unknown {
  const limited = limitDepth(value, MAX_DEPTH)
  const text = JSON.stringify(limited)
  return text.length > MAX_EVENT_LENGTH ? { cut: limitText(text) } : limited
}

/** Limits the length of a text from the client, and replaces lone surrogates. */
const limitText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH).toWellFormed()

function limitDepth(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return limitText(value)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => limitDepth(item, depth - 1))
  const entries = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(entries.map(([name, item]) => [limitText(name), limitDepth(item, depth - 1)]))
}
