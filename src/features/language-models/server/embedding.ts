import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { event } from '#platform/events/events.ts'
import { type EmbeddingServer, openEmbedder } from '#platform/llm/embeddings.ts'
import { LlmError } from '#platform/llm/llm.ts'
import type { EmbeddingInput, EmbeddingTrial } from '../contract.ts'
import { readModels, toBaseUrl } from './configuration.ts'
import { deleteEmbeddingModel, findEmbeddingModel, upsertEmbeddingModel } from './store.ts'
import { toModelFailure } from './toModelFailure.ts'

/** Published when the operator chooses another embedding model, or none. */
export const embeddingModelChanged = event('language-models.embedding-model-changed', z.strictObject({}))

export type ConfiguredEmbedding = EmbeddingServer & { readonly source: 'environment' | 'operator' }

/** Returns the embedding model, or null. The environment takes precedence over the choice of the operator. */
export async function readEmbedding(ctx: AppContext): Promise<ConfiguredEmbedding | null> {
  const { embedding } = ctx.config.llm
  if (embedding) return { ...embedding, source: 'environment' }
  const row = await findEmbeddingModel(ctx)
  if (!row) return null
  const { address: baseUrl, encrypted_key: key, model } = row
  const apiKey = key === null ? null : ctx.secrets.fieldEncryption.decrypt(key, keyContext(baseUrl))
  return { source: 'operator', baseUrl, model, apiKey }
}

const keyContext = (address: string) => `embedding-model-key ${address}`

/** The model may have to be loaded first. */
const TIMEOUT = seconds(60)

/** Tests an embedding model with one text, and uses it from then on if that works. */
export async function chooseEmbedding(
  ctx: AppContext,
  input: EmbeddingInput,
): Promise<EmbeddingTrial | { refused: 'badAddress' }> {
  const server = await toEmbeddingServer(ctx, input)
  if ('refused' in server) return server
  const startedAt = ctx.clock.now()
  try {
    const signal = new AbortController().signal
    const [vector] = await openEmbedder(server).embed(['The meeting is on Tuesday.'], {
      purpose: 'passage',
      signal,
      timeout: TIMEOUT,
    })
    const ms = ctx.clock.now().getTime() - startedAt.getTime()
    await saveEmbedding(ctx, server)
    return { outcome: 'answered', ms, dimensions: vector?.length ?? 0 }
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    return { outcome: 'failed', failure: toModelFailure(error) }
  }
}

/** Without a key, uses the one stored for this address, including that of a language model. */
async function toEmbeddingServer(
  ctx: AppContext,
  { address, key, model }: EmbeddingInput,
): Promise<EmbeddingServer | { refused: 'badAddress' }> {
  const baseUrl = toBaseUrl(address)
  if (baseUrl === null) return { refused: 'badAddress' }
  const stored = key === undefined ? [await readEmbedding(ctx), ...(await readModels(ctx))] : []
  const storedKey = stored.find((server) => server?.baseUrl === baseUrl && server.apiKey !== null)?.apiKey
  return { baseUrl, model: model.trim(), apiKey: key?.trim() || (storedKey ?? null) }
}

async function saveEmbedding(ctx: AppContext, { baseUrl, apiKey, model }: EmbeddingServer): Promise<void> {
  const { fieldEncryption } = ctx.secrets
  await ctx.transaction(async (tx) => {
    await upsertEmbeddingModel(tx, {
      address: baseUrl,
      encrypted_key: apiKey === null ? null : fieldEncryption.encrypt(apiKey, keyContext(baseUrl)),
      model,
      chosen_at: tx.clock.now(),
    })
    await tx.events.publish(embeddingModelChanged, {})
  })
}

export async function removeEmbedding(ctx: AppContext): Promise<void> {
  await ctx.transaction(async (tx) => {
    await deleteEmbeddingModel(tx)
    await tx.events.publish(embeddingModelChanged, {})
  })
}
