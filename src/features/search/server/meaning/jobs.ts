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
/** A server that is started again, or loads its model, answers within some minutes. */
const RETRIES = { attempts: 5, retryDelay: 30 } as const

/** Makes the vectors of a recording after its passages have changed. */
export const embedRecordingJob = job(
  'search.embed-recording',
  z.strictObject({ userId: z.string(), fileId: z.string() }),
  RETRIES,
)
/** Makes all vectors that are missing: of recordings from before the model was chosen, or whose job failed. */
export const embedWaitingJob = job('search.embed-waiting', z.strictObject({}), RETRIES)

/** Queues the vectors of a recording when there is a model for them. */
export async function sendEmbedRecording(tx: AppContext, target: Target): Promise<void> {
  if (await openEmbedding(tx)) await tx.jobs.send(embedRecordingJob, target)
}

/** Queues all vectors that are missing when there is a model for them. */
export async function sendEmbedWaiting(ctx: AppContext): Promise<void> {
  if (await openEmbedding(ctx)) await ctx.jobs.send(embedWaitingJob, {})
}

/** Rejects with LlmError when the model does not answer; the queue tries again, and then the job of the hour. */
export async function embedOne(ctx: AppContext, target: Target, { signal }: Pick<Run, 'signal'>): Promise<void> {
  const embedder = await openEmbedding(ctx)
  if (!embedder) return
  const model = await measureModel(ctx, embedder, signal)
  await embedRecording(ctx, target, { embedder, model, signal })
}

/** Recordings that are looked up at once. */
const PAGE = 200

/**
 * Makes the vectors that are missing, one recording after the other, so that a stopped job continues where it ended. Without a model,
 * deletes all vectors. Rejects with LlmError when the model does not answer.
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

/** The operator may choose another model, or none, while a large library gets its vectors. */
const isInUse = async (ctx: AppContext, { id }: Embedder): Promise<boolean> => (await openEmbedding(ctx))?.id === id

/** Failures that the next recording would meet too. */
const OF_THE_SERVER: readonly LlmErrorKind[] = ['timeout', 'rate-limit', 'auth', 'not-found', 'network', 'aborted']

async function embedNext(ctx: AppContext, target: Target, run: Parameters<typeof embedRecording>[2]): Promise<void> {
  try {
    await embedRecording(ctx, target, run)
  } catch (error) {
    if (!(error instanceof LlmError) || OF_THE_SERVER.includes(error.kind)) throw error
    ctx.log.warn({ err: error, ...target }, 'the passages of a recording could not be sent to the model of the search by meaning')
  }
}
