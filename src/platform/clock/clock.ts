import { setTimeout as delay } from 'node:timers/promises'
import type { Millis } from '#shared/units.ts'

/** All server code reads the time and waits through this interface. Tests replace it with TestClock. */
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
