import { z } from 'zod'
import { LLM_SERVER_KINDS, type LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { LOCAL_PORTS, type LocalPorts, type LocalProgram } from '#platform/llm/servers/findLocalServers.ts'

const PORTS = /^(?:(?:ollama|lm-studio|llama-cpp|llama-cpp-python)=\d{1,5}(?:,|$))+$/

/** The language model, when it is set by the environment, and where one is looked for on this machine. */
export const llmSettings = {
  LLM_KIND: z.enum(LLM_SERVER_KINDS, `must be one of ${LLM_SERVER_KINDS.join(', ')}`).default('openai-compatible'),
  LLM_BASE_URL: z
    .string()
    .refine((text) => /^https?:/.test(text) && URL.canParse(text), 'must be an address such as https://models.example.org/v1')
    .optional(),
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
}

type Settings = z.infer<z.ZodObject<typeof llmSettings>>

export type LlmConfig = {
  /** The server that the environment names; null when it names none or no model. */
  readonly server: LlmServer | null
  /** Ports of this machine where a language model is looked for; null when it is not looked for. */
  readonly findPorts: LocalPorts | null
}

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

export function llmConfig(settings: Settings): LlmConfig {
  const { LLM_KIND: kind, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_CONTEXT_TOKENS: contextTokens } = settings
  const baseUrl = settings.LLM_BASE_URL?.replace(/\/+$/, '') ?? (kind === 'anthropic' ? ANTHROPIC_URL : undefined)
  const server = baseUrl && model ? { kind, baseUrl, model, apiKey: apiKey ?? null, contextTokens: contextTokens ?? null } : null
  return { server, findPorts: parsePorts(settings.LLM_FIND) }
}

/** Returns one sentence for each setting that has no effect without another one. */
export function llmProblems(settings: Settings): string[] {
  const problems: string[] = []
  if (settings.LLM_API_KEY && !settings.LLM_BASE_URL && settings.LLM_KIND !== 'anthropic')
    problems.push('LLM_API_KEY also needs LLM_BASE_URL.')
  if (settings.LLM_KIND === 'anthropic' && !settings.LLM_MODEL) problems.push('LLM_KIND=anthropic also needs LLM_MODEL.')
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
