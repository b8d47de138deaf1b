import { useEffect, useRef } from 'react'
import type { Millis } from '#kit/units.ts'
import { after } from './time.ts'

/** Calls `callback` once, `ms` after the component was mounted or `ms` changed; null cancels. */
export function useTimeout(call: () => void, ms: Millis | null): void {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  useEffect(() => (ms === null ? undefined : after(ms, () => latest.current())), [ms])
}
