import { setTimeout as delay } from 'node:timers/promises'
import type { Millis } from '#shared/units.ts'

/** The only place on the server that reads the time or waits. Tests replace it with TestClock. */
export type Clock = {
  now: () => Date
  /** Resolves after `ms`, or rejects at once when the signal fires. */
  wait: (ms: Millis, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  wait: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {})
  },
}
