import { useEffect, useRef } from 'react'
import { every } from '#ui/time.ts'

/** Whoever wishes for little motion sees the level in steps of half a second, not flickering. */
const CALM = 500

/** Calls `draw` with every frame while the component lives, seldom for those who wish for little motion, never in a hidden tab. */
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
