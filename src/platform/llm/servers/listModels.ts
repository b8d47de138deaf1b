import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import { LlmError, type LlmErrorKind } from '../llm.ts'
import { smallest } from '../smallest.ts'
import { readLlamaCppContext } from './llamaCpp.ts'
import { readLlamaCppPythonContext } from './llamaCppPython.ts'
import type { LlmServer, OfferedModel } from './LlmServer.ts'
import { readLmStudioContext } from './lmStudio.ts'
import { readOllamaContext } from './ollama.ts'
import { requestJson } from './requestJson.ts'
import { SERVER_APIS } from './serverApis.ts'

const TIMEOUT = seconds(5)
const MAX_MODELS = 1000

/** A number of tokens in a response. Some servers send it as a string, and 0 or -1 for none. */
const Tokens = z
  .unknown()
  .optional()
  .transform((value) => (Number(value) > 0 && Number.isFinite(Number(value)) ? Number(value) : null))

/** The fields for the context length at vLLM, Anthropic, OpenRouter and Groq. */
const Model = z.object({
  id: z.string(),
  max_model_len: Tokens,
  max_input_tokens: Tokens,
  context_length: Tokens,
  context_window: Tokens,
  /** The context length at the first server behind a router. */
  top_provider: z.object({ context_length: Tokens }).nullish().catch(null),
})
/** A row that is not a model is left out. Together sends the list without an object around it. */
const Rows = z.array(Model.nullable().catch(null))
const Models = z.union([Rows, z.object({ data: Rows.nullable() }).transform(({ data }) => data ?? [])])

type ReadOptions = {
  /** Loads the model first where the server only then knows its context length, which may take a minute. */
  readonly loadsModel?: boolean
}

type Address = Pick<LlmServer, 'kind' | 'baseUrl' | 'apiKey'>

/** Returns the models that a server offers, sorted by name. Rejects with LlmError, `auth` for a wrong key. */
export async function listModels({ kind, baseUrl, apiKey }: Address): Promise<OfferedModel[]> {
  const { modelsPath, headers } = SERVER_APIS[kind]
  const rows = await requestJson(`${baseUrl}${modelsPath}`, { schema: Models, timeout: TIMEOUT, headers: headers(apiKey) })
  return rows
    .slice(0, MAX_MODELS)
    .flatMap((model) => model ?? [])
    .map((model) => ({
      id: model.id,
      bytes: null,
      contextTokens:
        model.max_model_len ??
        model.max_input_tokens ??
        smallest(model.context_length, model.top_provider?.context_length) ??
        model.context_window,
      languageCount: null,
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en'))
}

/**
 * Returns the context length of the model in tokens, or null when the server does not say or cannot be reached. OpenAI-compatible
 * servers whose model list lacks it are queried, without the key, through the APIs of Ollama, llama.cpp, llama-cpp-python and LM
 * Studio.
 */
export async function readContextTokens(server: LlmServer, options: ReadOptions = {}): Promise<number | null> {
  const { kind, baseUrl, model } = server
  const listed = await listModels(server).catch((error: unknown) => (isUnreachable(error) ? null : []))
  if (listed === null) return null
  const tokens = listed.find(({ id }) => id === model)?.contextTokens ?? null
  if (tokens !== null || !SERVER_APIS[kind].isOfLocalPrograms) return tokens
  const { origin } = new URL(baseUrl)
  for (const read of [readOllamaContext, readLlamaCppContext, readLlamaCppPythonContext, readLmStudioContext]) {
    const found = await read(origin, model, options).catch(() => null)
    if (found !== null) return found
  }
  return null
}

/**
 * Returns the current context length of a local program, or null when it is not one that can be restarted with another. For servers
 * for which `readContextTokens` has found it before.
 */
export async function rereadContextTokens(
  { kind, baseUrl, model }: LlmServer,
  options: ReadOptions = {},
): Promise<number | null> {
  if (!SERVER_APIS[kind].isOfLocalPrograms) return null
  const { origin } = new URL(baseUrl)
  const readers = [readOllamaContext, readLlamaCppContext, readLmStudioContext]
  const found = await Promise.all(readers.map(async (read) => await read(origin, model, options).catch(() => null)))
  return found.find((tokens) => tokens !== null) ?? null
}

/** Errors after which a server may still answer another request. */
const ANSWERED: readonly LlmErrorKind[] = ['auth', 'not-found', 'no-api', 'server', 'bad-request', 'rate-limit', 'quota']

const isUnreachable = (error: unknown) => error instanceof LlmError && !ANSWERED.includes(error.kind)
