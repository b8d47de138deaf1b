import { useState } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { now } from './time.ts'
import { useInterval } from './useInterval.ts'

/** Unix milliseconds, renewed every `ms` (a second unless told); `null` holds it. For countdowns and "Today". */
export function useNow(ms: Millis | null = seconds(1)): Millis {
  const [at, setAt] = useState(now)
  useInterval(() => setAt(now()), ms)
  return at
}
