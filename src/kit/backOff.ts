import type { Millis } from './units.ts'

/**
 * How long to wait before the next attempt: twice as long each time. Half of it is left to chance, so that all who were
 * stopped at one moment do not come back at one moment. `attempt` counts from 1; `chance` answers numbers in [0, 1).
 */
export function backOff(attempt: number, { first, longest }: { first: Millis; longest: Millis }, chance: () => number): Millis {
  const whole = Math.min(longest, first * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * chance()
}
