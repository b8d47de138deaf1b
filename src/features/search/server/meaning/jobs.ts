import { z } from 'zod'
import { openEmbedding } from '#features/language-models/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { Embedder } from '#platform/llm/embeddings.ts'
import { LlmError, type LlmErrorKind } from '#platform/llm/llm.ts'
import { type JobRun, job } from '#platform/jobs/jobs.ts'
import type { Target } from '../indexing/storeIndex.ts'
import { embedRecording } from './embedRecording.ts'
import { measureModel } from './measureModel.ts'
import { deleteAllVectors, listWithoutVectors } from './storeVectors.ts'

type Run = Pick<JobRun, 'signal' | 'runPart'>
/** A server that restarts or loads its model responds within a few minutes. */
const RETRIES = { attempts: 5, retryDelay: 30 } as const

/** Creates the vectors of a recording after its passages have changed. */
export const embedRecordingJob = job(
  'search.embed-recording',
  z.strictObject({ userId: z.string(), fileId: z.string() }),
  RETRIES,
)
/** Creates all missing vectors: of recordings from before the model was chosen, and after failed jobs. */
export const embedWaitingJob = job('search.embed-waiting', z.strictObject({}), RETRIES)

/** Queues the vectors of a recording, if a model is set up. */
export async function sendEmbedRecording(tx: AppContext, target: Target): Promise<void> {
  if (await openEmbedding(tx)) await tx.jobs.send(embedRecordingJob, target)
}

/** Queues all missing vectors, if a model is set up. */
export async function sendEmbedWaiting(ctx: AppContext): Promise<void> {
  if (await openEmbedding(ctx)) await ctx.jobs.send(embedWaitingJob, {})
}

/** Rejects with LlmError when the model does not respond; the queue retries, and after that the hourly job. */
export async function embedOne(ctx: AppContext, target: Target, { signal }: Pick<Run, 'signal'>): Promise<void> {
  const embedder = await openEmbedding(ctx)
  if (!embedder) return
  const model = await measureModel(ctx, embedder, signal)
  await embedRecording(ctx, target, { embedder, model, signal })
}

/** Recordings per query. */
const PAGE = 200

/**
 * Creates the missing vectors one recording at a time, so that an interrupted job continues where it stopped. Without a model,
 * deletes all vectors. Rejects with LlmError when the model does not respond.
 */
export async function embedWaiting(ctx: AppContext, { signal, runPart }: Run): Promise<void> {
  const embedder = await openEmbedding(ctx)
  if (!embedder) return await deleteAllVectors(ctx)
  const model = await measureModel(ctx, embedder, signal)
  let after: Target | undefined = { userId: '', fileId: '' }
  while (after && !signal.aborted) {
    const page: Target[] = await listWithoutVectors(ctx, model, { after, limit: PAGE })
    for (const target of page) {
      if (signal.aborted || !(await isInUse(ctx, embedder))) return
      const part = `search.embed:${target.userId}:${target.fileId}`
      await runPart(part, () => embedNext(ctx, target, { embedder, model, signal }))
    }
    after = page.at(-1)
  }
}

/** The operator may choose another model, or none, while the vectors of a large library are created. */
const isInUse = async (ctx: AppContext, { id }: Embedder): Promise<boolean> => (await openEmbedding(ctx))?.id === id

/** Failures that would also affect the next recording. */
const OF_THE_SERVER: readonly LlmErrorKind[] = ['timeout', 'rate-limit', 'auth', 'not-found', 'network', 'aborted']

async function embedNext(ctx: AppContext, target: Target, run: Parameters<typeof embedRecording>[2]): Promise<void> {
  try {
    await embedRecording(ctx, target, run)
  } catch (error) {
    if (!(error instanceof LlmError) || OF_THE_SERVER.includes(error.kind)) throw error
    ctx.log.warn({ err: error, ...target }, 'the passages of a recording could not be sent to the model of the search by meaning')
  }
}
