import { z } from 'zod'
import { days, type Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { Llm } from '#platform/llm/llm.ts'
import type { OpenLlmOptions } from '#platform/llm/openLlm.ts'
import type { RequestShape } from '#platform/llm/requests/RequestShape.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { deleteShape, findShape, upsertShape } from './store.ts'

/** After this a server is asked again: it may have been updated. That costs one refused request for each thing it does not accept. */
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

/** Returns the model of a server with what it was found to accept before, and stores what it is found to accept now. */
export async function openWithShape(ctx: AppContext, server: LlmServer, options: OpenLlmOptions = {}): Promise<Llm> {
  const row = await findShape(ctx, server, new Date(ctx.clock.now().getTime() - LIFETIME))
  const stored = Shape.safeParse(row?.shape)
  return ctx.openLlm(server, { ...options, shape: stored.data ?? null, onShape: (shape) => saveShape(ctx, server, shape) })
}

/** Returns the model of a server as if nothing was known about it. What it accepts is stored in place of what was known. */
export async function openAnew(ctx: AppContext, server: LlmServer, options: OpenLlmOptions): Promise<Llm> {
  await deleteShape(ctx, server)
  return ctx.openLlm(server, { ...options, onShape: (shape) => saveShape(ctx, server, shape) })
}

/** An answer is not lost because what was learned from it cannot be stored. */
async function saveShape(ctx: AppContext, server: LlmServer, shape: RequestShape): Promise<void> {
  try {
    await upsertShape(ctx, server, shape, ctx.clock.now())
  } catch (error) {
    ctx.log.warn({ err: error }, 'what a language model accepts could not be stored')
  }
}
