import { type Millis, seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'

export const CHECK_EVERY: Millis = seconds(5)
/** Checks left unanswered one after another before a part counts as stuck: 20 seconds. */
const CHECKS_MISSED = 4

export type HealthCheck = {
  /** Called when the part has answered. */
  answered: () => void
  /** Resolves when it has not answered for 20 seconds; rejects when `signal` ends the checks. */
  stuck: Promise<void>
}

/**
 * Asks a part for a sign of life again and again. Checks during which this process itself slept are not counted: the machine was
 * suspended, and the part with it.
 */
export function checkHealth(options: { ask: () => void; clock: Clock; signal: AbortSignal }): HealthCheck {
  const { ask, clock, signal } = options
  let missed = 0
  const check = async (): Promise<void> => {
    while (missed < CHECKS_MISSED) {
      const askedAt = clock.now().getTime()
      missed += 1
      ask()
      await clock.wait(CHECK_EVERY, signal)
      if (clock.now().getTime() - askedAt >= 2 * CHECK_EVERY) missed = 0
    }
  }
  return { answered: () => void (missed = 0), stuck: check() }
}
