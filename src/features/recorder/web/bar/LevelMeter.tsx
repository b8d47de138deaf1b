import { useRef, useEffect } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { useRecorder } from '../RecorderContext.ts'
import { every } from '#browser/timers/time.ts'

/** Level at which the audio clips. */
const CLIPPING_LEVEL = 0.97

/** Share of the bar that remains after one frame. */
const DECAY = 0.93

/** A visual level meter; its meaning is also given as text. `isIdle`: nothing is being recorded. */
export function LevelMeter({ isIdle = false, className }: { isIdle?: boolean; className?: string }) {
  const recorder = useRecorder()
  const bar = useRef<HTMLSpanElement>(null)
  const shownLevel = useRef(0)
  useAnimationFrame(() => {
    const { current } = bar
    if (!current) return
    // Falls slower than it rises, so that short sounds are visible.
    shownLevel.current = isIdle ? 0 : Math.max(displayLevel(recorder.level()), shownLevel.current * DECAY)
    current.style.transform = `scaleX(${shownLevel.current.toFixed(3)})`
    current.dataset['loud'] = String(!isIdle && recorder.peak() > CLIPPING_LEVEL)
  })
  return (
    <span aria-hidden className={classes('block h-2 overflow-hidden rounded-full bg-line', className)}>
      <span
        ref={bar}
        data-mark=""
        className="block h-full origin-left rounded-full bg-accent data-[loud=true]:bg-signal"
        style={{ transform: 'scaleX(0)' }}
      />
    </span>
  )
}

/** A logarithmic scale, as loudness is perceived: a tenth of the full level is shown at half. */
const displayLevel = (level: number): number => Math.min(1, Math.max(0, 1 + Math.log10(Math.max(level, 0.001)) / 2))

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
