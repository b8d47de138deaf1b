import { useEffect, useRef } from 'react'
import type { Millis } from '#kit/units.ts'
import { after } from './time.ts'

/** Calls `callback` once, `ms` after the component was mounted or `ms` changed; null cancels. */
export function useTimeout(callback: () => void, ms: Millis | null): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => (ms === null ? undefined : after(ms, () => latest.current())), [ms])
}
