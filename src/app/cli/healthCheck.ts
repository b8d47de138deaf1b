import { type Millis, seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'

export const CHECK_EVERY: Millis = seconds(5)
/** Unanswered checks in a row after which a process counts as stuck: 20 seconds. */
const CHECKS_MISSED = 4

export type HealthCheck = {
  /** Call this when the process has responded. */
  answered: () => void
  /** Resolves when the process has not responded for 20 seconds. Rejects when `signal` aborts. */
  stuck: Promise<void>
}

/**
 * Sends health checks to a process. Checks during which this process itself was suspended do not count, because the whole machine
 * was suspended.
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
