import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { Embedder } from '#platform/llm/embeddings.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { type Target, listBodies, lockIndexed } from '../indexing/storeIndex.ts'
import { findVectors, saveVectors, type VectorKey, type VectorModel } from './storeVectors.ts'
import { hashOf, toBytes, toSigns } from './vectors.ts'

/** Texts per request. A slow machine needs a second for each. */
const BATCH_SIZE = 32
const TIMEOUT = minutes(3)
/** A passage is cut to this length when the model accepts no more. */
const SHORT_TEXT = 400

type Run = { readonly embedder: Embedder; readonly model: VectorModel; readonly signal: AbortSignal }
/** Vectors by the hash of their text. */
type Vectors = Map<string, Int8Array>

/**
 * Creates the vectors for the current passages of a recording. Only texts without a vector are sent to the model. If passages
 * change in the meantime, the vectors that still apply are stored and the recording stays marked as outdated. Rejects with
 * LlmError.
 */
export async function embedRecording(ctx: AppContext, target: Target, run: Run): Promise<void> {
  const vectors = await readKnown(ctx, target, run.model)
  const texts = new Map((await listBodies(ctx, target)).map(({ body }) => [hashOf(body), body]))
  const missing = [...texts].filter(([hash]) => !vectors.has(hash))
  for (let offset = 0; offset < missing.length; offset += BATCH_SIZE) {
    const batch = missing.slice(offset, offset + BATCH_SIZE)
    const made = await embedTexts(
      batch.map(([, text]) => text),
      run,
    )
    for (const [index, vector] of made.entries()) vectors.set(batch[index]?.[0] ?? '', toBytes(vector))
  }
  await ctx.transaction(async (tx) => await save(tx, target, vectors, run.model))
}

async function readKnown(ctx: AppContext, target: Target, { model, dimensions }: VectorModel): Promise<Vectors> {
  const row = await findVectors(ctx, target)
  if (row?.model !== model || row.dimensions !== dimensions) return new Map()
  const { passages, vectors } = row
  return new Map(
    passages.map(([, , , hash], index) => [hash, new Int8Array(vectors.subarray(index * dimensions, (index + 1) * dimensions))]),
  )
}

async function embedTexts(texts: readonly string[], { embedder, model, signal }: Run): Promise<readonly Float32Array[]> {
  const options = { purpose: 'passage', signal, timeout: TIMEOUT } as const
  const vectors = await embedder.embed(texts, options).catch(async (error: unknown) => {
    if (!(error instanceof LlmError) || error.kind !== 'too-long') throw error
    const short = texts.map((text) => text.slice(0, SHORT_TEXT))
    return await embedder.embed(short, options)
  })
  if (vectors.some(({ length }) => length !== model.dimensions))
    throw new LlmError('unusable-answer', 'The server returned vectors of a different length than before.')
  return vectors
}

async function save(tx: AppContext, target: Target, vectors: Vectors, { model, dimensions }: VectorModel): Promise<void> {
  if (!(await lockIndexed(tx, target))) return
  const passages = await listBodies(tx, target)
  const found = passages.flatMap(({ kind, ref, n, body }) => {
    const hash = hashOf(body)
    const vector = vectors.get(hash)
    return vector ? [{ key: [kind, ref, n, hash] satisfies VectorKey, vector }] : []
  })
  await saveVectors(tx, target, {
    model,
    dimensions,
    is_outdated: found.length < passages.length,
    passages: found.map(({ key }) => key),
    vectors: Buffer.concat(found.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))),
    signs: Buffer.concat(found.map(({ vector }) => toSigns(vector))),
  })
}
