import { useRef } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { useRecorder } from '../RecorderContext.ts'
import { useAnimationFrame } from './useAnimationFrame.ts'

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
