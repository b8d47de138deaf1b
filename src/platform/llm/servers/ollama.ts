import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { OfferedModel } from './LlmServer.ts'
import { requestJson } from './requestJson.ts'

const TIMEOUT = seconds(2)
const LOAD_TIMEOUT = seconds(110)
/** The default context length of Ollama. It silently cuts the beginning of a longer prompt. */
const DEFAULT_CONTEXT = 4096
const MAX_MODELS = 50

const Tags = z.object({
  models: z.array(z.object({ name: z.string(), size: z.number().optional() })),
})
const Show = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(z.string()).optional(),
})
const Running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
})

/** Returns the text models of the Ollama at `origin` with their context lengths. Rejects with LlmError. */
export async function listOllamaModels(origin: string): Promise<OfferedModel[]> {
  const { models } = await requestJson(`${origin}/api/tags`, { schema: Tags, timeout: TIMEOUT })
  const offered = await Promise.all(
    models.slice(0, MAX_MODELS).map(async ({ name, size }): Promise<OfferedModel | null> => {
      const details = await readDetails(origin, name).catch(() => null)
      if (details?.capabilities && !details.capabilities.includes('completion')) return null
      return {
        id: name,
        bytes: size ?? null,
        contextTokens: details && (configuredContext(details) ?? trainedContext(details)),
        languageCount: details && countLanguages(details),
      }
    }),
  )
  return offered.filter((model) => model !== null)
}

/**
 * Returns the context length that Ollama really uses for this model: the one it is loaded with, otherwise that of its settings,
 * otherwise Ollama's default. With `loadsModel` it is loaded first, as the next request would do. Rejects with LlmError when
 * `origin` is not Ollama.
 */
export async function readOllamaContext(origin: string, model: string, { loadsModel = false } = {}): Promise<number> {
  const loaded = await readLoadedContext(origin, model)
  if (loaded !== undefined) return loaded
  if (loadsModel && (await loadModel(origin, model))) {
    const now = await readLoadedContext(origin, model)
    if (now !== undefined) return now
  }
  const details = await readDetails(origin, model)
  return configuredContext(details) ?? Math.min(DEFAULT_CONTEXT, trainedContext(details) ?? DEFAULT_CONTEXT)
}

async function readLoadedContext(origin: string, model: string): Promise<number | undefined> {
  const { models } = await requestJson(`${origin}/api/ps`, { schema: Running, timeout: TIMEOUT })
  return models.find(({ name }) => name === model || name === `${model}:latest`)?.context_length
}

/** A request without a prompt loads the model. Returns whether it did. */
const loadModel = async (origin: string, model: string): Promise<boolean> =>
  await requestJson(`${origin}/api/generate`, {
    schema: z.unknown(),
    timeout: LOAD_TIMEOUT,
    body: { model, stream: false },
  }).then(
    () => true,
    () => false,
  )

const readDetails = async (origin: string, model: string) =>
  await requestJson(`${origin}/api/show`, { schema: Show, timeout: TIMEOUT, body: { model } })

type Details = z.infer<typeof Show>

function configuredContext({ parameters = '' }: Details): number | null {
  const found = /^num_ctx\s+(\d+)/m.exec(parameters)
  return found ? Number(found[1]) : null
}

function trainedContext({ model_info: info = {} }: Details): number | null {
  const [, length] = Object.entries(info).find(([name]) => name.endsWith('.context_length')) ?? []
  return typeof length === 'number' ? length : null
}

function countLanguages({ model_info: info = {} }: Details): number | null {
  const languages = info['general.languages']
  return Array.isArray(languages) && languages.length > 0 ? languages.length : null
}
