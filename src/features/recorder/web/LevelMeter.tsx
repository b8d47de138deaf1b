import { useRef } from 'react'
import { classes } from '#ui/classes.ts'
import { useRecorder } from './RecorderContext.ts'
import { useFrames } from './useFrames.ts'

/** Level at which the audio clips. */
const TOO_LOUD = 0.97

/** Share of the bar that remains after one frame. */
const FALLS = 0.93

/** A visual level meter; its meaning is also given as text. `isIdle`: nothing is being recorded. */
export function LevelMeter({ isStill = false, className }: { isStill?: boolean; className?: string }) {
  const recorder = useRecorder()
  const bar = useRef<HTMLSpanElement>(null)
  const last = useRef(0)
  useFrames(() => {
    const { current } = bar
    if (!current) return
    // Falls slower than it rises, so that short sounds are visible.
    last.current = isStill ? 0 : Math.max(shown(recorder.level()), last.current * FALLS)
    current.style.transform = `scaleX(${last.current.toFixed(3)})`
    current.dataset['loud'] = String(!isStill && recorder.peak() > TOO_LOUD)
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
const shown = (level: number): number => Math.min(1, Math.max(0, 1 + Math.log10(Math.max(level, 0.001)) / 2))
