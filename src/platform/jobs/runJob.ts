import { addAbortListener } from 'node:events'
import { z } from 'zod'
import type { Log } from '#platform/log/log.ts'
import type { JobRuns, Run } from './jobRuns.ts'
import { MAX_DEATHS, type GiveUp, type Handler, type Job, type JobRun } from './jobs.ts'

export type StartedJob = {
  readonly id: string
  readonly jobType: Job<object>
  /** The payload, not validated yet. */
  readonly data: object
  readonly attempt: number
  readonly signal: AbortSignal
}

/** Runs a job or abandons it. Rejects like the handler, so that the queue retries the job. */
export type RunJob = (started: StartedJob, handler: Handler<object>, giveUp?: GiveUp<object>) => Promise<void>

/**
 * Returns a function that runs jobs and counts the processes that die during them. After a death, a process runs the affected jobs
 * one at a time, so that the job that kills it is identified and jobs that only ran at the same time are not abandoned.
 */
export function createJobRunner(runs: JobRuns, log: Log): RunJob {
  const suspects = createQueue()

  /** Runs work unless too many processes have died during it. Resolves to whether it ran. */
  const runCounted = async (
    { name, signal, isAlone }: Counted,
    work: (run: Run, isAlone: boolean) => Promise<void>,
  ): Promise<boolean> => {
    let run = await runs.begin(name)
    let release: (() => void) | undefined
    try {
      if (run.deaths >= MAX_DEATHS) return false
      if (run.deaths > 0 && !isAlone) {
        // Deaths do not count while it waits for its turn.
        await run.pause()
        release = await suspects.acquire(signal)
        await run.resume()
      }
      await work(run, isAlone || release !== undefined)
      await run.end(true)
      return true
    } finally {
      await run.end(false)
      release?.()
    }
  }

  return async ({ id, jobType, data, attempt, signal }, handler, giveUp) => {
    const toJobRun = (run: Run, isAlone: boolean): JobRun => ({
      signal,
      attempt,
      isLastAttempt: attempt >= jobType.attempts,
      deaths: run.deaths,
      recordProgress: run.recordProgress,
      runPart: async (name, work) => {
        await run.pause()
        try {
          const hasRun = await runCounted({ name, signal, isAlone }, work)
          if (!hasRun)
            log.error({ job: jobType.name, part: name }, 'a part of a job has ended its process too often and is left out')
          return hasRun
        } finally {
          await run.resume()
        }
      },
    })
    try {
      const payload = z.parse(jobType.payload, data)
      const counted = { name: id, signal, isAlone: false }
      if (await runCounted(counted, (run, isAlone) => handler(payload, toJobRun(run, isAlone)))) return
      log.error({ job: jobType.name, id }, 'a job has ended its process too often and is given up')
      await giveUp?.(payload)
    } catch (error) {
      log.warn({ err: error, job: jobType.name, attempt }, 'a job failed')
      throw error
    }
  }
}

/** `isAlone`: part of a job that already has its turn. */
type Counted = { readonly name: string; readonly signal: AbortSignal; readonly isAlone: boolean }

/** A mutex with a queue. */
function createQueue() {
  let last: Promise<void> = Promise.resolve()
  return {
    /** Resolves with a function that releases the lock. Rejects when the signal aborts first. */
    acquire: async (signal: AbortSignal): Promise<() => void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const previous = last
      last = Promise.all([previous, promise]).then(() => undefined)
      const aborted = Promise.withResolvers<never>()
      const listener = addAbortListener(signal, () => aborted.reject(signal.reason as Error))
      try {
        signal.throwIfAborted()
        await Promise.race([previous, aborted.promise])
        return resolve
      } catch (error) {
        resolve()
        throw error
      } finally {
        listener[Symbol.dispose]()
      }
    },
  }
}
