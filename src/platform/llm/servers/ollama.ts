import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { OfferedModel } from './LlmServer.ts'
import { requestJson } from './requestJson.ts'

const TIMEOUT = seconds(2)
/** What Ollama reads of a prompt unless it is told otherwise. It cuts a longer one at its beginning and does not say so. */
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

/** Returns the models of the Ollama at `origin` that write text, with how much each can read. Rejects with LlmError. */
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
 * Returns how many tokens Ollama really reads of a prompt for this model: the context it is loaded with, else what its settings say,
 * else Ollama's default. Rejects with LlmError when `origin` is no Ollama.
 */
export async function readOllamaContext(origin: string, model: string): Promise<number> {
  const { models } = await requestJson(`${origin}/api/ps`, { schema: Running, timeout: TIMEOUT })
  const loaded = models.find(({ name }) => name === model || name === `${model}:latest`)?.context_length
  if (loaded !== undefined) return loaded
  const details = await readDetails(origin, model)
  return configuredContext(details) ?? Math.min(DEFAULT_CONTEXT, trainedContext(details) ?? DEFAULT_CONTEXT)
}

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
