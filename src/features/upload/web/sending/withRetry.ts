import { Refused, Unreachable } from '#shared/client.ts'
import { backOff } from '#shared/backOff.ts'
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
export async function withRetry<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      options.signal.throwIfAborted()
      const isBusy = error instanceof Refused && error.httpStatus === TOO_MANY_REQUESTS
      if (!isBusy && !(error instanceof Unreachable && attempt < MAX_ATTEMPTS)) throw error
      await waitBeforeRetry(attempt, error.retryAfter === undefined ? undefined : seconds(error.retryAfter), options)
    }
  }
}
