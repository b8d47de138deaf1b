import { addAbortListener } from 'node:events'
import { z } from 'zod'
import type { Log } from '#platform/log/log.ts'
import type { JobRuns, Run } from './jobRuns.ts'
import { MAX_DEATHS, type GiveUp, type Handler, type Job, type JobRun } from './jobs.ts'

export type StartedJob = {
  readonly id: string
  readonly jobType: Job<object>
  /** Its payload, not yet checked. */
  readonly data: object
  readonly attempt: number
  readonly signal: AbortSignal
}

/** Runs a job, or gives it up. Rejects as the handler does, so that the queue starts the job again. */
export type RunJob = (started: StartedJob, handler: Handler<object>, giveUp?: GiveUp<object>) => Promise<void>

/**
 * Returns a function that runs jobs and counts the processes that die with them. Work that a process has died with runs one at a time
 * in a process, so that what kills it is found, and what only ran beside it is not given up with it.
 */
export function createJobRunner(runs: JobRuns, log: Log): RunJob {
  const suspects = createQueue()

  /** Runs work unless processes have died with it too often. Resolves to whether it ran. */
  const runCounted = async (
    { name, signal, isAlone }: Counted,
    work: (run: Run, isAlone: boolean) => Promise<void>,
  ): Promise<boolean> => {
    let run = await runs.begin(name)
    let release: (() => void) | undefined
    try {
      if (run.deaths >= MAX_DEATHS) return false
      if (run.deaths > 0 && !isAlone) {
        // Not counted while it waits for its turn.
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

/** `isAlone` for a part of a job that has its turn already. */
type Counted = { readonly name: string; readonly signal: AbortSignal; readonly isAlone: boolean }

/** A queue of which one holder at a time is let through. */
function createQueue() {
  let last: Promise<void> = Promise.resolve()
  return {
    /** Resolves with the function that lets the next one through. Rejects when the signal aborts before. */
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
