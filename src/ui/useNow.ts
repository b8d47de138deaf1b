import { useState } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { now } from './time.ts'
import { useInterval } from './useInterval.ts'

/**
 * Returns the time in Unix milliseconds, updated every `ms` (default one second); null stops updating. For countdowns and
 * "Today".
 */
export function useNow(ms: Millis | null = seconds(1)): Millis {
  const [time, setTime] = useState(now)
  useInterval(() => setTime(now()), ms)
  return time
}
