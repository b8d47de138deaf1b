import { useEffect, useRef } from 'react'
import { every } from '#ui/time.ts'

/** Interval for users who prefer reduced motion: steps of half a second instead of flicker. */
const CALM = 500

/** Calls `draw` in every animation frame while mounted, less often with reduced motion, and not in hidden tabs. */
export function useFrames(draw: () => void): void {
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  })
  useEffect(() => {
    latest.current()
    if (isCalm()) return every(CALM, () => latest.current())
    let frame = 0
    const step = () => {
      latest.current()
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])
}

const isCalm = (): boolean => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
