import { Refused, Unreachable } from '#kit/client.ts'
import { backOff } from '#kit/backOff.ts'
import { type Millis, seconds } from '#kit/units.ts'
import { wait } from '#ui/time.ts'

/** How waiting is done. `pause`: the first one between two tries; it doubles, and half of it is left to chance. */
export type Patience = { readonly signal: AbortSignal; readonly pause: Millis; readonly chance: () => number }

/** Tries of a call nobody answered, before its owner is told. */
export const TRIES = 3
const LONGEST_PAUSE = seconds(30)
const TOO_MANY = 429

/** The pause after so many tries, or what the other side asked for. */
export const rest = (attempt: number, asked: Millis | undefined, { signal, pause, chance }: Patience): Promise<void> =>
  wait(Math.max(asked ?? 0, backOff(attempt, { first: pause, longest: LONGEST_PAUSE }, chance)), signal)

/**
 * Asks, and asks again where nobody answered; all our calls may be asked twice. Many recordings at once are more calls than a
 * server takes in a minute: it says when to come again, and is asked until it answers.
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
