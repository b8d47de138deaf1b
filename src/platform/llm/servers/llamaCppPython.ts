import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import { LlmError } from '../llm.ts'
import type { OfferedModel } from './LlmServer.ts'
import { requestJson } from './requestJson.ts'

const TIMEOUT = seconds(2)
const PROBE_TIMEOUT = seconds(20)
/** More tokens than the context of any model, so that the server refuses them. */
const PROBE_TOKENS = 600_000

const Api = z.object({ info: z.object({ title: z.string().regex(/llama\.cpp Python API/) }) })
const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Returns the models of the llama-cpp-python server at `origin`. Rejects with LlmError when something else listens there. */
export async function listLlamaCppPythonModels(origin: string): Promise<OfferedModel[]> {
  await requireLlamaCppPython(origin)
  const { data } = await requestJson(`${origin}/v1/models`, { schema: Models, timeout: TIMEOUT })
  return await Promise.all(
    data.map(async ({ id }) => ({ id, bytes: null, contextTokens: await readContext(origin, id), languageCount: null })),
  )
}

/**
 * Returns the context length of one request in tokens, or null. Rejects with LlmError when `origin` is not a llama-cpp-python
 * server.
 */
export async function readLlamaCppPythonContext(origin: string, model: string): Promise<number | null> {
  await requireLlamaCppPython(origin)
  return await readContext(origin, model)
}

const requireLlamaCppPython = async (origin: string) =>
  await requestJson(`${origin}/openapi.json`, { schema: Api, timeout: TIMEOUT })

/**
 * Returns the context length of the model. The server reports it only when it refuses a longer request, which it does after
 * counting the tokens and before processing them.
 */
async function readContext(origin: string, model: string): Promise<number | null> {
  const body = { model, max_tokens: 1, messages: [{ role: 'user', content: ' a'.repeat(PROBE_TOKENS) }] }
  try {
    await requestJson(`${origin}/v1/chat/completions`, { schema: z.unknown(), timeout: PROBE_TIMEOUT, body })
    return null
  } catch (error) {
    return error instanceof LlmError ? error.contextTokens : null
  }
}
