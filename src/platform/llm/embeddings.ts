import type { EmbeddingModel } from 'ai'
import type { Millis } from '#shared/units.ts'
import { LlmError } from './llm.ts'
import { createModelFetch } from './http/fetchModel.ts'
import { toLlmError } from './toLlmError.ts'

/** A server with the embeddings API of OpenAI, and the model to use there. */
export type EmbeddingServer = {
  /** Base URL of the API with its version, without a trailing slash: `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
}

type EmbedOptions = {
  /** Whether a text is a search query or a searched passage. Some models distinguish them. */
  readonly purpose: 'query' | 'passage'
  readonly signal: AbortSignal
  readonly timeout: Millis
}

/** A model that turns texts into vectors: texts of similar meaning have vectors of similar direction. */
export type Embedder = {
  readonly id: string
  /** Returns one vector for each text, all of the same length. Rejects only with LlmError. */
  readonly embed: (texts: readonly string[], options: EmbedOptions) => Promise<readonly Float32Array[]>
}

/** Maximum length of a vector. The longest of known models is 4,096. */
export const MAX_DIMENSIONS = 8192

/** Prefixes that models expect before a text, by model name. Other models get the text alone. */
const PREFIXES: readonly { readonly name: RegExp; readonly query: string; readonly passage: string }[] = [
  { name: /(?:^|[/_-])e5[-_:](?!mistral)/i, query: 'query: ', passage: 'passage: ' },
  { name: /nomic-embed-text/i, query: 'search_query: ', passage: 'search_document: ' },
  { name: /embedding-?gemma/i, query: 'task: search result | query: ', passage: 'title: none | text: ' },
  {
    name: /mxbai-embed|snowflake-arctic-embed/i,
    query: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
  {
    name: /qwen3-embedding/i,
    query: 'Instruct: Given a search query, retrieve passages of conversations about it\nQuery: ',
    passage: '',
  },
]

/** Returns the embedding model of a server. It connects on the first call. */
export function openEmbedder({ baseUrl, apiKey, model }: EmbeddingServer): Embedder {
  const prefixes = PREFIXES.find(({ name }) => name.test(model))
  let loaded: Promise<EmbeddingModel> | undefined
  return {
    id: model,
    embed: async (texts, { purpose, signal, timeout }) => {
      if (texts.length === 0) return []
      try {
        signal.throwIfAborted()
        const { embedMany } = await import('ai')
        loaded ??= loadModel({ baseUrl, apiKey, model })
        const { embeddings } = await embedMany({
          model: await loaded,
          values: texts.map((text) => `${prefixes?.[purpose] ?? ''}${text}`),
          // Callers are jobs, which the queue retries, and searches, which do not wait.
          maxRetries: 0,
          maxParallelCalls: 1,
          abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        })
        return checkVectors(embeddings, texts.length)
      } catch (thrown) {
        throw toLlmError(thrown, signal, apiKey ?? undefined)
      }
    },
  }
}

async function loadModel({ baseUrl, apiKey, model }: EmbeddingServer): Promise<EmbeddingModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'embeddings',
    baseURL: baseUrl,
    fetch: createModelFetch(),
    ...(apiKey ? { apiKey } : {}),
  })
  return provider.embeddingModel(model)
}

/** Throws LlmError for vectors that cannot be compared. */
function checkVectors(vectors: readonly (readonly number[])[], count: number): Float32Array[] {
  const dimensions = vectors[0]?.length ?? 0
  const isUsable = (vector: Float32Array) =>
    vector.length === dimensions && vector.every(Number.isFinite) && vector.some((value) => value !== 0)
  const checked = vectors.map((vector) => Float32Array.from(vector))
  if (checked.length !== count || dimensions === 0 || dimensions > MAX_DIMENSIONS || !checked.every(isUsable))
    throw new LlmError('unusable-answer', 'The server did not return a vector for each text.')
  return checked
}
