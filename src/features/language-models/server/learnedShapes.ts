import { z } from 'zod'
import { days, type Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { Llm } from '#platform/llm/llm.ts'
import type { OpenLlmOptions } from '#platform/llm/openLlm.ts'
import type { RequestShape } from '#platform/llm/requests/RequestShape.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { deleteShape, findShape, upsertShape } from './store.ts'

/**
 * After this time a server is probed again, because it may have been updated. Each parameter it does not accept then costs one
 * refused request.
 */
const LIFETIME: Millis = days(7)

const Shape: z.ZodType<RequestShape> = z.object({
  schema: z.enum(['format', 'json-object', 'prompt']),
  maxTokens: z.enum(['max_tokens', 'max_completion_tokens']).nullable(),
  instructions: z.enum(['system', 'user']),
  streams: z.boolean(),
  omits: z.array(z.string()),
  contextTokens: z.number().nullable(),
  maxOutputTokens: z.number().nullable(),
})

/** Opens a model with the stored request shape of its server, and stores changes to it. */
export async function openWithShape(ctx: AppContext, server: LlmServer, options: OpenLlmOptions = {}): Promise<Llm> {
  const row = await findShape(ctx, server, new Date(ctx.clock.now().getTime() - LIFETIME))
  const stored = Shape.safeParse(row?.shape)
  return ctx.openLlm(server, { ...options, shape: stored.data ?? null, onShape: (shape) => saveShape(ctx, server, shape) })
}

/** Opens a model without the stored request shape, and replaces that with what the server accepts. */
export async function openWithoutShape(ctx: AppContext, server: LlmServer, options: OpenLlmOptions): Promise<Llm> {
  await deleteShape(ctx, server)
  return ctx.openLlm(server, { ...options, onShape: (shape) => saveShape(ctx, server, shape) })
}

/** Failing to store the shape must not lose the answer. */
async function saveShape(ctx: AppContext, server: LlmServer, shape: RequestShape): Promise<void> {
  try {
    await upsertShape(ctx, server, shape, ctx.clock.now())
  } catch (error) {
    ctx.log.warn({ err: error }, 'what a language model accepts could not be stored')
  }
}
