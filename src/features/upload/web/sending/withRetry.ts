import { Refused, Unreachable } from '#shared/client.ts'
import { backOff } from '#shared/backOff.ts'
import { retry } from '#shared/retry.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { wait } from '#browser/timers/time.ts'

/** Options of a retried call. `pause` is the first delay between two attempts; it doubles each time, with random jitter. */
export type RetryOptions = { readonly signal: AbortSignal; readonly pause: Millis; readonly random: () => number }

/** Number of attempts of a call that gets no response. */
export const MAX_ATTEMPTS = 3
const LONGEST_PAUSE = seconds(30)
const TOO_MANY_REQUESTS = 429

/** Waits before the next attempt, at least as long as the server asked for. */
export const waitBeforeRetry = (
  attempt: number,
  requestedDelay: Millis | undefined,
  { signal, pause, random }: RetryOptions,
): Promise<void> => wait(Math.max(requestedDelay ?? 0, backOff(attempt, { initial: pause, max: LONGEST_PAUSE }, random)), signal)

/**
 * Retries a request that gets no response, up to `MAX_ATTEMPTS` times; all calls of the contract may be repeated. A 429 response
 * is retried without a limit after the delay the server asks for, because many files at once can exceed the calls per minute.
 */
export const withRetry = <T>(request: () => Promise<T>, options: RetryOptions): Promise<T> =>
  retry(request, {
    isTemporary: (error, attempt) => {
      options.signal.throwIfAborted()
      return isTooManyRequests(error) || (error instanceof Unreachable && attempt < MAX_ATTEMPTS)
    },
    pause: (attempt, error) => waitBeforeRetry(attempt, requestedDelayOf(error), options),
  })

const isTooManyRequests = (error: unknown): boolean => error instanceof Refused && error.httpStatus === TOO_MANY_REQUESTS

function requestedDelayOf(error: unknown): Millis | undefined {
  const retryAfter = error instanceof Refused || error instanceof Unreachable ? error.retryAfter : undefined
  return retryAfter === undefined ? undefined : seconds(retryAfter)
}

/** The store refused the part. The same link may work later only for a failure of the store itself (5xx). */
export class PartRefusedError extends Error {
  readonly httpStatus: number
  /** The delay the store asks for (429, 503). */
  readonly retryAfter: Millis | undefined
  constructor(httpStatus: number, retryAfter?: Millis) {
    super(`the part was refused: HTTP ${httpStatus}`)
    this.name = 'PartRefusedError'
    this.httpStatus = httpStatus
    this.retryAfter = retryAfter
  }

  /** True when the same link will be refused again, which is not the case for timeouts, rate limits and server errors. */
  get isFinal(): boolean {
    return this.httpStatus >= 400 && this.httpStatus < 500 && ![408, 425, 429].includes(this.httpStatus)
  }
}

/** A part could not be sent in three attempts; `cause` is the last error. */
export class PartFailedError extends Error {
  constructor(index: number, cause: unknown) {
    super(`part ${index} could not be sent`, { cause })
    this.name = 'PartFailedError'
  }
}

/** The server needs bytes that this browser no longer has. */
export class BytesMissingError extends Error {}
