import { useEffect, useRef } from 'react'
import type { Millis } from '#kit/units.ts'
import { every } from './time.ts'

/** Calls every `ms` while the component lives; `null` pauses. `call` may be a new function at every render. */
export function useInterval(call: () => void, ms: Millis | null): void {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  useEffect(() => (ms === null ? undefined : every(ms, () => latest.current())), [ms])
}
