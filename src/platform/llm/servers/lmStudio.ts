import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { OfferedModel } from './LlmServer.ts'
import { requestJson } from './requestJson.ts'

const TIMEOUT = seconds(2)

const Models = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string().optional(),
      max_context_length: z.number().optional(),
      loaded_context_length: z.number().optional(),
    }),
  ),
})

/** Returns the text models of the LM Studio at `origin`. Rejects with LlmError. */
export async function listLmStudioModels(origin: string): Promise<OfferedModel[]> {
  return (await readModels(origin)).map((model) => ({
    id: model.id,
    bytes: null,
    contextTokens: model.loaded_context_length ?? model.max_context_length ?? null,
    languageCount: null,
  }))
}

/** Returns the context length in tokens with which the model is loaded. Rejects with LlmError when `origin` is not LM Studio. */
export async function readLmStudioContext(origin: string, id: string): Promise<number | null> {
  const model = (await readModels(origin)).find((candidate) => candidate.id === id)
  return model?.loaded_context_length ?? model?.max_context_length ?? null
}

/** LM Studio's own API returns more than the OpenAI API, which is the only one that older versions have. */
async function readModels(origin: string) {
  const request = { schema: Models, timeout: TIMEOUT }
  const { data } = await requestJson(`${origin}/api/v0/models`, request).catch(
    async () => await requestJson(`${origin}/v1/models`, request),
  )
  return data.filter(({ type = 'llm', id }) => type !== 'embeddings' && !id.includes('embed'))
}
