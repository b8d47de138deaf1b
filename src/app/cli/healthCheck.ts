import { type Millis, seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'

export const CHECK_INTERVAL: Millis = seconds(5)
/** Unanswered checks in a row after which a process counts as stuck: 20 seconds. */
const MAX_MISSED_CHECKS = 4

export type HealthCheck = {
  /** Call this when the process has responded. */
  onResponse: () => void
  /** Resolves when the process has not responded for 20 seconds. Rejects when `signal` aborts. */
  stuck: Promise<void>
}

/**
 * Sends health checks to a process. Checks during which this process itself was suspended do not count, because the whole machine
 * was suspended.
 */
export function startHealthCheck(options: { sendCheck: () => void; clock: Clock; signal: AbortSignal }): HealthCheck {
  const { sendCheck, clock, signal } = options
  let missed = 0
  const check = async (): Promise<void> => {
    while (missed < MAX_MISSED_CHECKS) {
      const sentAt = clock.now().getTime()
      missed += 1
      sendCheck()
      await clock.wait(CHECK_INTERVAL, signal)
      if (clock.now().getTime() - sentAt >= 2 * CHECK_INTERVAL) missed = 0
    }
  }
  return { onResponse: () => void (missed = 0), stuck: check() }
}
