import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { withoutIds } from '#ui/monitor.ts'
import { type Stop, now } from '#ui/time.ts'
import { noteMeasure } from './track.ts'

/** Duration of a sample. */
const SAMPLE: Millis = seconds(1)
/** Minimum time between the starts of two samples. */
const PAUSE: Millis = seconds(10)
/** A longer sample is ignored, because the computer was asleep and not slow. */
const ASLEEP: Millis = seconds(10)

/** Measures the frame rate after user input and tracks less than 30 frames per second (A§9). Returns a function that stops it. */
export function watchFrames(): Stop {
  let last = Number.NEGATIVE_INFINITY
  let frame = 0
  const sample = (): void => {
    if (document.visibilityState !== 'visible' || now() - last < PAUSE) return
    last = now()
    let first: Millis | undefined
    let frames = 0
    const step = (at: Millis): void => {
      if (document.visibilityState !== 'visible') return
      first ??= at
      const took = at - first
      if (took >= SAMPLE) {
        const path = withoutIds(location.pathname)
        if (took < ASLEEP) noteMeasure('framesPerSecond', Math.round((frames * 1000) / took), { path })
        return
      }
      frames += 1
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }
  const ends = [
    listen(document, 'scroll', sample, { capture: true, passive: true }),
    listen(document, 'pointerdown', sample, { capture: true, passive: true }),
    listen(document, 'keydown', sample, { capture: true, passive: true }),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const end of ends) end()
  }
}
