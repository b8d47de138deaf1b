import type { Millis } from './units.ts'

/**
 * Returns the delay before the next attempt. It doubles with each attempt. Half of it is random, so that clients that failed at the
 * same moment do not retry at the same moment. `attempt` counts from 1; `random` returns numbers in [0, 1). Without `random` the
 * delay is deterministic, for a single process.
 */
export function backOff(
  attempt: number,
  { initial, max }: { initial: Millis; max: Millis },
  random: () => number = () => 1,
): Millis {
  const delay = Math.min(max, initial * 2 ** (attempt - 1))
  return delay / 2 + (delay / 2) * random()
}
