import type { z } from 'zod'
import type { Millis, Seconds } from '#shared/units.ts'

/** A type of job. Payloads contain ids, never entities; the handler reads the current state. */
export type Job<P extends object> = {
  readonly name: string
  readonly payload: z.core.$ZodType<P>
  /** Maximum number of attempts, including the first. */
  readonly attempts: number
  readonly retryDelay: Seconds
  /** How many of these jobs one process runs concurrently. */
  readonly concurrency: number
}

export const job = <P extends object>(
  name: string,
  payload: z.core.$ZodType<P>,
  { attempts = 5, retryDelay = 3, concurrency = 1 }: { attempts?: number; retryDelay?: Seconds; concurrency?: number } = {},
): Job<P> => ({ name, payload, attempts, retryDelay, concurrency })

/** Work is abandoned after this many processes have died during it without progress. */
export const MAX_DEATHS = 3

export type JobRun = {
  /** Aborts when this process stops or has lost the job to another one. The handler must then stop. */
  readonly signal: AbortSignal
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly isLastAttempt: boolean
  /** How many processes have died during this job since it last made progress (docs/decisions/0104). */
  readonly deaths: number
  /** Call this when the job has saved something that the next attempt need not repeat. */
  readonly recordProgress: () => Promise<void>
  /**
   * Runs a part of the job whose size a user controls, such as one recording of many. Resolves to false without running it when too
   * many processes have died during it. A death during the part counts for the part instead of the job.
   */
  readonly runPart: (name: string, work: () => Promise<void>) => Promise<boolean>
}

/** Returns a run for calling a handler directly, without the queue. */
export const directRun = (signal: AbortSignal): JobRun => ({
  signal,
  attempt: 1,
  isLastAttempt: false,
  deaths: 0,
  recordProgress: () => Promise.resolve(),
  runPart: async (_, work) => {
    await work()
    return true
  },
})

export type Handler<P extends object> = (payload: P, work: JobRun) => Promise<void>
/** Called instead of the handler when too many processes have died during a job. The job then ends. */
export type GiveUp<P extends object> = (payload: P) => Promise<void>

export type SendJob = {
  /**
   * Queues a job. In a transaction, it exists only after the commit. Jobs of a higher priority (default 0) run first, then older
   * ones.
   */
  <P extends object>(jobType: Job<P>, payload: P, options?: { startAfter?: Seconds; priority?: number }): Promise<void>
}

export type Jobs = {
  send: SendJob
  /** Registers the handler of a job type. Called while features are installed, before `start`. */
  work: <P extends object>(jobType: Job<P>, handler: Handler<P>, giveUp?: GiveUp<P>) => void
  /** Queues this job when workers start and then periodically, even if earlier jobs were lost. */
  schedule: <P extends object>(period: Millis, jobType: Job<P>, payload: P) => void
  /** Returns the payloads of all jobs of this type that are waiting or running. */
  listUnfinished: <P extends object>(jobType: Job<P>) => Promise<P[]>
  /** Returns the next jobs of this type in the order in which they will run, at most 100. */
  listWaiting: <P extends object>(jobType: Job<P>) => Promise<{ payload: P; priority: number }[]>
  /**
   * Deletes every job that names this user, finished or waiting. Returns how many are running: those remain, so the caller must
   * call again.
   */
  deleteJobsOfUser: (userId: string) => Promise<number>
  /** Creates the queues. With `processJobs` it also starts to run jobs. */
  start: (options: { processJobs: boolean }) => Promise<void>
  /** Releases running jobs, which another process then starts again. */
  stop: () => Promise<void>
  /** Returns the number of waiting and running jobs, for tests and the health page. */
  pending: () => Promise<number>
}
