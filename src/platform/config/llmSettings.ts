import { z } from 'zod'
import type { EmbeddingServer } from '#platform/llm/embeddings.ts'
import { LLM_SERVER_KINDS, type LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { LOCAL_PORTS, type LocalPorts, type LocalProgram } from '#platform/llm/servers/findLocalServers.ts'

const PORTS = /^(?:(?:ollama|lm-studio|llama-cpp|llama-cpp-python)=\d{1,5}(?:,|$))+$/

const address = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.canParse(text), 'must be an address such as https://models.example.org/v1')

/** The models, when they are set by the environment, and where a language model is looked for on this machine. */
export const llmSettings = {
  LLM_KIND: z.enum(LLM_SERVER_KINDS, `must be one of ${LLM_SERVER_KINDS.join(', ')}`).default('openai-compatible'),
  LLM_BASE_URL: address.optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  LLM_CONTEXT_TOKENS: z
    .string()
    .regex(/^[1-9]\d{2,8}$/, 'must be a number of tokens from 100')
    .transform(Number)
    .optional(),
  LLM_FIND: z
    .string()
    .refine((text) => text === 'on' || text === 'off' || PORTS.test(text), 'must be on, off or ports such as ollama=11434')
    .default('on'),
  EMBEDDING_BASE_URL: address.optional(),
  EMBEDDING_API_KEY: z.string().optional(),
  EMBEDDING_MODEL: z.string().optional(),
}

type Settings = z.infer<z.ZodObject<typeof llmSettings>>

export type LlmConfig = {
  /** The server that the environment names; null when it names none or no model. */
  readonly server: LlmServer | null
  /** Ports of this machine where a language model is looked for; null when it is not looked for. */
  readonly findPorts: LocalPorts | null
  /** The model of the search by meaning that the environment names; null when it names none. */
  readonly embedding: EmbeddingServer | null
}

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

export function llmConfig(settings: Settings): LlmConfig {
  const { LLM_KIND: kind, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_CONTEXT_TOKENS: contextTokens } = settings
  const baseUrl = settings.LLM_BASE_URL?.replace(/\/+$/, '') ?? (kind === 'anthropic' ? ANTHROPIC_URL : undefined)
  const server = baseUrl && model ? { kind, baseUrl, model, apiKey: apiKey ?? null, contextTokens: contextTokens ?? null } : null
  return { server, findPorts: parsePorts(settings.LLM_FIND), embedding: embeddingServer(settings) }
}

/** Without an address of its own, the model is at the server of the language model, which gets the key it is configured with. */
function embeddingServer(settings: Settings): EmbeddingServer | null {
  const { EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: address, EMBEDDING_API_KEY: apiKey } = settings
  if (!model) return null
  if (address) return { baseUrl: withoutEndingSlashes(address), apiKey: apiKey ?? null, model }
  const { LLM_KIND: kind, LLM_BASE_URL: shared, LLM_API_KEY: sharedKey } = settings
  if (!shared || kind !== 'openai-compatible') return null
  return { baseUrl: withoutEndingSlashes(shared), apiKey: apiKey ?? sharedKey ?? null, model }
}

const withoutEndingSlashes = (address: string): string => address.replace(/\/+$/, '')

/** Returns one sentence for each setting that has no effect without another one. */
export function llmProblems(settings: Settings): string[] {
  const problems: string[] = []
  if (settings.LLM_API_KEY && !settings.LLM_BASE_URL && settings.LLM_KIND !== 'anthropic')
    problems.push('LLM_API_KEY also needs LLM_BASE_URL.')
  if (settings.LLM_KIND === 'anthropic' && !settings.LLM_MODEL) problems.push('LLM_KIND=anthropic also needs LLM_MODEL.')
  const { EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: address, EMBEDDING_API_KEY: key } = settings
  if (model && !embeddingServer(settings)) problems.push('EMBEDDING_MODEL also needs EMBEDDING_BASE_URL.')
  if (!model && (address || key)) problems.push('EMBEDDING_BASE_URL and EMBEDDING_API_KEY also need EMBEDDING_MODEL.')
  return problems
}

function parsePorts(text: string): LocalPorts | null {
  if (text === 'off') return null
  if (text === 'on') return LOCAL_PORTS
  const pairs = text.split(',').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [program = '', port] = pair.split('=')
      return [program as LocalProgram, Number(port)]
    }),
  )
}
