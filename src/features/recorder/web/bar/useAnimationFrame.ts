import { useEffect, useRef } from 'react'
import { every } from '#browser/timers/time.ts'

/** Interval for users who prefer reduced motion: steps of half a second instead of flicker. */
const REDUCED_MOTION_INTERVAL = 500

/** Calls `draw` in every animation frame while mounted, less often with reduced motion, and not in hidden tabs. */
export function useAnimationFrame(draw: () => void): void {
  const latestDraw = useRef(draw)
  useEffect(() => {
    latestDraw.current = draw
  })
  useEffect(() => {
    latestDraw.current()
    if (prefersReducedMotion()) return every(REDUCED_MOTION_INTERVAL, () => latestDraw.current())
    let frame = 0
    const onFrame = () => {
      latestDraw.current()
      frame = requestAnimationFrame(onFrame)
    }
    frame = requestAnimationFrame(onFrame)
    return () => cancelAnimationFrame(frame)
  }, [])
}

const prefersReducedMotion = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
