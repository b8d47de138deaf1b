import { Refused, Unreachable } from '#kit/client.ts'
import { backOff } from '#kit/backOff.ts'
import { type Millis, seconds } from '#kit/units.ts'
import { wait } from '#ui/time.ts'

/** Options of a retried call. `pause` is the first delay between two attempts; it doubles each time, with random jitter. */
export type Patience = { readonly signal: AbortSignal; readonly pause: Millis; readonly chance: () => number }

/** Number of attempts of a call that gets no response. */
export const TRIES = 3
const LONGEST_PAUSE = seconds(30)
const TOO_MANY = 429

/** Waits before the next attempt, at least as long as the server asked for. */
export const rest = (attempt: number, asked: Millis | undefined, { signal, pause, chance }: Patience): Promise<void> =>
  wait(Math.max(asked ?? 0, backOff(attempt, { first: pause, longest: LONGEST_PAUSE }, chance)), signal)

/**
 * Retries a request that gets no response, up to `MAX_ATTEMPTS` times; all calls of the contract may be repeated. A 429 response
 * is retried without a limit after the delay the server asks for, because many files at once can exceed the calls per minute.
 */
export async function patiently<T>(ask: () => Promise<T>, patience: Patience): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      patience.signal.throwIfAborted()
      const isBusy = error instanceof Refused && error.httpStatus === TOO_MANY
      if (!isBusy && !(error instanceof Unreachable && attempt < TRIES)) throw error
      await rest(attempt, error.retryAfter === undefined ? undefined : seconds(error.retryAfter), patience)
    }
  }
}
