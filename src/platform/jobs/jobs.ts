import type { z } from 'zod'
import type { Millis, Seconds } from '#kit/units.ts'

/** A kind of work done later. Payloads are ids, never entities; whoever works reads what is true then. */
export type Job<P extends object> = {
  readonly name: string
  readonly payload: z.ZodType<P>
  /** Tries in all, the first included. */
  readonly attempts: number
  readonly retryDelay: Seconds
  /** How many of these one process works on at once. */
  readonly atOnce: number
}

export const job = <P extends object>(
  name: string,
  payload: z.ZodType<P>,
  { attempts = 5, retryDelay = 3, atOnce = 1 }: { attempts?: number; retryDelay?: Seconds; atOnce?: number } = {},
): Job<P> => ({ name, payload, attempts, retryDelay, atOnce })

export type Work = {
  /** Fires when this process ends or has lost the job to another; what was begun must stop. */
  readonly signal: AbortSignal
  /** 1 for the first try. */
  readonly attempt: number
  readonly isLast: boolean
}

export type Handler<P extends object> = (payload: P, work: Work) => Promise<void>

export type SendJob = {
  /** Inside `inOneStep` the job exists only if the step is committed. */
  <P extends object>(kind: Job<P>, payload: P, options?: { startAfter?: Seconds }): Promise<void>
}

export type Jobs = {
  send: SendJob
  /** Says who does this kind of work; called while features are installed, before `start`. */
  work: <P extends object>(kind: Job<P>, handler: Handler<P>) => void
  /** Has this kind of work done when workers begin and every so often from then on, whatever was lost meanwhile. */
  every: <P extends object>(period: Millis, kind: Job<P>, payload: P) => void
  /** What the jobs of this kind that wait or are under way carry. */
  unfinished: <P extends object>(kind: Job<P>) => Promise<P[]>
  /**
   * Drops every job that names this user, done or still waiting, and answers how many are under way right now: those stay, and
   * whoever forgets somebody asks again.
   */
  forget: (userId: string) => Promise<number>
  /** Makes the queues; `working` also begins to work. */
  start: (options: { working: boolean }) => Promise<void>
  /** Gives leases back: a job under way starts again elsewhere. */
  stop: () => Promise<void>
  /** Jobs waiting or under way, for tests and the health page. */
  pending: () => Promise<number>
}
