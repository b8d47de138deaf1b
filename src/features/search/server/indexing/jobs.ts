import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'
import type { JobRun } from '#platform/jobs/jobs.ts'
import type { AppContext } from '#platform/context.ts'
import { sendEmbedWaiting } from '../meaning/jobs.ts'
import { deleteAllVectors } from '../meaning/storeVectors.ts'
import { indexLocked, indexPart } from './indexRecording.ts'
import { type Target, countWaiting, lockNextWaiting, markAllWaiting } from './storeIndex.ts'

/** Indexes recordings that are marked for it: after an upgrade, a restored database, `earshot reindex`, or a lost event. */
export const indexWaitingJob = job('search.index-waiting', z.strictObject({}))

type PartRun = Pick<JobRun, 'signal' | 'runPart'>

/**
 * Indexes marked recordings one by one, so that an interrupted job continues where it stopped. A failed one waits for the next job.
 */
export async function indexWaiting(ctx: AppContext, { signal, runPart }: PartRun): Promise<void> {
  let [after, count]: [Target | undefined, number] = [{ userId: '', fileId: '' }, -1]
  for (; after && !signal.aborted; count++) after = await indexNext(ctx, after, runPart)
  if (count > 0) await sendEmbedWaiting(ctx)
}

/** Returns the recording that was indexed, or undefined when none is left. */
async function indexNext(ctx: AppContext, after: Target, runPart: PartRun['runPart']): Promise<Target | undefined> {
  let target: Target | undefined
  try {
    await ctx.transaction(async (tx) => {
      const next = await lockNextWaiting(tx, after)
      target = next
      if (next) await runPart(indexPart(next), () => indexLocked(tx, next))
    })
  } catch (error) {
    if (!target) throw error
    ctx.log.warn({ err: error, ...target }, 'a recording could not be indexed')
  }
  return target
}

/**
 * Marks all recordings for indexing and returns their number. Until they are indexed again, searches use the existing index.
 * Vectors follow after the index.
 */
export async function startReindex(ctx: AppContext): Promise<number> {
  return ctx.transaction(async (tx) => {
    const count = await markAllWaiting(tx)
    await deleteAllVectors(tx)
    await tx.jobs.send(indexWaitingJob, {})
    return count
  })
}

export const countNotIndexed = (ctx: AppContext): Promise<number> => countWaiting(ctx)
