import { seconds } from '#shared/units.ts'
import { openEmbedding } from '#features/language-models/server.ts'
import type { AppContext } from '#platform/context.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { hasNoSpaces } from '../words/tokenize.ts'
import { findVectorModel, type VectorModel } from './storeVectors.ts'
import { toBytes } from './vectors.ts'

/** The vector of a query, with what is needed to compare it with passages. */
export type QueryVector = VectorModel & { readonly minSimilarity: number; readonly vector: Int8Array }

/** Longer than a model usually needs, and short enough not to delay the results of the word search. */
const TIMEOUT = seconds(1)
/** After a failure the model is not used for this long, so that not every search waits for it. */
const PAUSE = seconds(30)
/** Number of cached queries, for further pages and repeated searches. */
const REMEMBERED = 200
/** Shorter queries could be the beginning of any word. */
const MIN_LETTERS = 3

type State = { readonly vectors: Map<string, Int8Array>; pausedUntil: number }
/** By server configuration; each process has one. */
const states = new WeakMap<object, State>()

/**
 * Returns the vector of a query. Null when no model is set up, when it does not respond within a second, and for very short
 * queries; then only words are searched.
 */
export async function embedQuery(ctx: AppContext, text: string): Promise<QueryVector | null> {
  const trimmed = text.trim()
  if (trimmed.length < MIN_LETTERS && !(trimmed.length > 1 && hasNoSpaces(trimmed))) return null
  const embedder = await openEmbedding(ctx)
  const model = embedder && (await findVectorModel(ctx, embedder.id))
  if (!model) return null
  const state = states.get(ctx.config) ?? { vectors: new Map(), pausedUntil: 0 }
  states.set(ctx.config, state)
  const key = `${model.model} ${trimmed}`
  const known = state.vectors.get(key)
  const vector = known ?? (await embed(ctx, trimmed, { state, embedder }))
  if (!vector || vector.length !== model.dimensions) return null
  state.vectors.delete(key)
  state.vectors.set(key, vector)
  for (const oldest of state.vectors.keys()) if (state.vectors.size > REMEMBERED) state.vectors.delete(oldest)
  return { model: model.model, dimensions: model.dimensions, minSimilarity: model.min_similarity, vector }
}

type Embedding = { state: State; embedder: NonNullable<Awaited<ReturnType<typeof openEmbedding>>> }

async function embed(ctx: AppContext, text: string, { state, embedder }: Embedding): Promise<Int8Array | null> {
  if (ctx.clock.now().getTime() < state.pausedUntil) return null
  try {
    const [vector] = await embedder.embed([text], { purpose: 'query', signal: new AbortController().signal, timeout: TIMEOUT })
    return vector ? toBytes(vector) : null
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    state.pausedUntil = ctx.clock.now().getTime() + PAUSE
    ctx.log.warn({ kind: error.kind }, 'the model of the search by meaning did not answer: words alone are searched')
    return null
  }
}
