import { z } from 'zod'
import type { EmbeddingServer } from '#platform/llm/embeddings.ts'
import { LLM_SERVER_KIND_IDS, LLM_SERVER_KINDS } from '#shared/llmServerKinds.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { choice, text, webAddress, withoutTrailingSlashes } from '#platform/config/settingTypes.ts'
import { LOCAL_PORTS, type LocalPorts, type LocalProgram } from '#platform/llm/servers/findLocalServers.ts'

const PORTS = /^(?:(?:ollama|lm-studio|llama-cpp|llama-cpp-python)=\d{1,5}(?:,|$))+$/

const modelAddress = webAddress('https://models.example.org/v1')

/** The models that the environment sets, and the ports where a local language model is searched. */
export const llmSettings = {
  LLM_KIND: choice(...LLM_SERVER_KIND_IDS)
    .default('openai-compatible')
    .describe(`API of the server: ${describeKinds()}`),
  LLM_BASE_URL: modelAddress.optional().describe('address of its server, such as `http://127.0.0.1:11434/v1`'),
  LLM_API_KEY: text.describe('key for that server'),
  LLM_MODEL: text.describe(
    'language model for summaries and answers. It is the default then; models added in **Settings**, **Language model** can be chosen beside it. Without any, summaries quote the transcript',
  ),
  LLM_CONTEXT_TOKENS: z
    .string()
    .regex(/^[1-9]\d{2,8}$/, 'must be a number of tokens from 100')
    .transform(Number)
    .optional()
    .meta({
      description: 'tokens that the model of `LLM_MODEL` reads and writes at once; longer requests are divided',
      unset: 'asked from the server',
    }),
  LLM_FIND: z
    .string()
    .refine((text) => text === 'on' || text === 'off' || PORTS.test(text), 'must be on, off or ports such as ollama=11434')
    .default('on')
    .describe(
      '`off`: the settings do not look for Ollama, LM Studio, llama.cpp and llama-cpp-python on this machine (127.0.0.1 only). Other ports: `ollama=11434,lm-studio=1234,llama-cpp=8080,llama-cpp-python=8000`',
    ),
  EMBEDDING_BASE_URL: modelAddress.optional().meta({
    description:
      'a server with the OpenAI API for `EMBEDDING_MODEL`; it receives the texts of all recordings and all search queries',
    unset: '`LLM_BASE_URL`',
  }),
  EMBEDDING_API_KEY: text.meta({ description: 'key for that server', unset: '`LLM_API_KEY` without an address of its own' }),
  EMBEDDING_MODEL: text.describe(
    'a model such as `bge-m3` for the search by meaning (Ollama has it). Wins over the one chosen in **Settings**, **Language model**; without either, words alone are searched',
  ),
}

type Settings = z.infer<z.ZodObject<typeof llmSettings>>

export type LlmConfig = {
  /** The server set by the environment. Null when it sets no server or no model. */
  readonly server: LlmServer | null
  /** Ports of this machine to search for a language model. Null to search none. */
  readonly findPorts: LocalPorts | null
  /** The embedding model set by the environment. Null when it sets none. */
  readonly embedding: EmbeddingServer | null
}

export function llmConfig(settings: Settings): LlmConfig {
  const { LLM_KIND: kind, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_CONTEXT_TOKENS: contextTokens } = settings
  const baseUrl = settings.LLM_BASE_URL ? withoutTrailingSlashes(settings.LLM_BASE_URL) : LLM_SERVER_KINDS[kind].address
  const server = baseUrl && model ? { kind, baseUrl, model, apiKey: apiKey ?? null, contextTokens: contextTokens ?? null } : null
  return { server, findPorts: parsePorts(settings.LLM_FIND), embedding: embeddingServer(settings) }
}

/** Without its own address, the embedding model is at the server of the language model and uses that key. */
function embeddingServer(settings: Settings): EmbeddingServer | null {
  const { EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: address, EMBEDDING_API_KEY: apiKey } = settings
  if (!model) return null
  if (address) return { baseUrl: withoutTrailingSlashes(address), apiKey: apiKey ?? null, model }
  const { LLM_KIND: kind, LLM_BASE_URL: shared, LLM_API_KEY: sharedKey } = settings
  if (!shared || kind !== 'openai-compatible') return null
  return { baseUrl: withoutTrailingSlashes(shared), apiKey: apiKey ?? sharedKey ?? null, model }
}

/** Returns the names of the kinds, and the ids of those with an address of their own. */
function describeKinds(): string {
  const names = Object.values(LLM_SERVER_KINDS).map(({ name }) => name)
  const addressed = LLM_SERVER_KIND_IDS.filter((kind) => LLM_SERVER_KINDS[kind].address !== null)
  return `${names.join(' or ')}. ${addressed.map((kind) => `\`${kind}\``).join(', ')} needs no address`
}

/** Returns one sentence for each setting that has no effect without another one. */
export function llmProblems(settings: Settings): string[] {
  const problems: string[] = []
  const { address } = LLM_SERVER_KINDS[settings.LLM_KIND]
  if (settings.LLM_API_KEY && !settings.LLM_BASE_URL && address === null) problems.push('LLM_API_KEY also needs LLM_BASE_URL.')
  if (address !== null && !settings.LLM_MODEL) problems.push(`LLM_KIND=${settings.LLM_KIND} also needs LLM_MODEL.`)
  const { EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: embeddingAddress, EMBEDDING_API_KEY: key } = settings
  if (model && !embeddingServer(settings)) problems.push('EMBEDDING_MODEL also needs EMBEDDING_BASE_URL.')
  if (!model && (embeddingAddress || key)) problems.push('EMBEDDING_BASE_URL and EMBEDDING_API_KEY also need EMBEDDING_MODEL.')
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
