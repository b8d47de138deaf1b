import type { Millis } from './units.ts'

/**
 * Returns the delay before the next attempt. It doubles with each attempt. Half of it is random, so that clients that failed at
 * the same moment do not retry at the same moment. `attempt` counts from 1; `random` returns numbers in [0, 1).
 */
export function backOff(attempt: number, { first, longest }: { first: Millis; longest: Millis }, chance: () => number): Millis {
  const whole = Math.min(longest, first * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * chance()
}
