import { useEffect, useRef } from 'react'
import type { Millis } from '#kit/units.ts'
import { every } from './time.ts'

/** Calls `callback` every `ms` while the component is mounted; null pauses. `callback` may be a new function on every render. */
export function useInterval(callback: () => void, ms: Millis | null): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => (ms === null ? undefined : every(ms, () => latest.current())), [ms])
}
