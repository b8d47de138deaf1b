import { useEffect, useEffectEvent, useState } from 'react'
import { type Millis, seconds } from '#shared/units.ts'
import { every, after, now } from './time.ts'

/** Calls `callback` every `ms` while the component is mounted; null pauses. `callback` may be a new function on every render. */
export function useInterval(callback: () => void, ms: Millis | null): void {
  const onTime = useEffectEvent(callback)
  useEffect(() => (ms === null ? undefined : every(ms, () => onTime())), [ms])
}

/** Calls `callback` once, `ms` after the component was mounted or `ms` changed; null cancels. */
export function useTimeout(callback: () => void, ms: Millis | null): void {
  const onTime = useEffectEvent(callback)
  useEffect(() => (ms === null ? undefined : after(ms, () => onTime())), [ms])
}

/**
 * Returns the time in Unix milliseconds, updated every `ms` (default one second); null stops updating. For countdowns and
 * "Today".
 */
export function useNow(ms: Millis | null = seconds(1)): Millis {
  const [time, setTime] = useState(now)
  useInterval(() => setTime(now()), ms)
  return time
}
