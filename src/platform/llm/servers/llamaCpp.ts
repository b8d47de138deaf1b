import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { OfferedModel } from './LlmServer.ts'
import { requestJson } from './requestJson.ts'

const TIMEOUT = seconds(2)

const Models = z.object({
  data: z.array(z.object({ id: z.string(), meta: z.object({ size: z.number().optional() }).nullish() })),
})
const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) })

/** Returns the model of the llama.cpp server at `origin`. Rejects with LlmError when something else listens there. */
export async function listLlamaCppModels(origin: string): Promise<OfferedModel[]> {
  const contextTokens = await readLlamaCppContext(origin)
  const { data } = await requestJson(`${origin}/v1/models`, { schema: Models, timeout: TIMEOUT })
  return data.map(({ id, meta }) => ({ id, bytes: meta?.size ?? null, contextTokens, languageCount: null }))
}

/** Returns the context length of one request in tokens. Rejects with LlmError when `origin` is not a llama.cpp server. */
export async function readLlamaCppContext(origin: string, _model?: string): Promise<number> {
  const { default_generation_settings: settings } = await requestJson(`${origin}/props`, {
    schema: Props,
    timeout: TIMEOUT,
  })
  return settings.n_ctx
}
