import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { redactIds } from '#browser/monitoring/monitor.ts'
import { type Stop, now } from '#browser/timers/time.ts'
import { trackMetric } from './track.ts'

/** Duration of a sample. */
const SAMPLE_DURATION: Millis = seconds(1)
/** Minimum time between the starts of two samples. */
const SAMPLE_INTERVAL: Millis = seconds(10)
/** A longer sample is ignored, because the computer was asleep and not slow. */
const MAX_SAMPLE_DURATION: Millis = seconds(10)

/** Measures the frame rate after user input and tracks less than 30 frames per second (A§9). Returns a function that stops it. */
export function watchFrames(): Stop {
  let lastSampleAt = Number.NEGATIVE_INFINITY
  let frame = 0
  const sample = (): void => {
    if (document.visibilityState !== 'visible' || now() - lastSampleAt < SAMPLE_INTERVAL) return
    lastSampleAt = now()
    let startedAt: Millis | undefined
    let frames = 0
    const onFrame = (time: Millis): void => {
      if (document.visibilityState !== 'visible') return
      startedAt ??= time
      const duration = time - startedAt
      if (duration >= SAMPLE_DURATION) {
        const path = redactIds(location.pathname)
        if (duration < MAX_SAMPLE_DURATION) trackMetric('framesPerSecond', Math.round((frames * 1000) / duration), { path })
        return
      }
      frames += 1
      frame = requestAnimationFrame(onFrame)
    }
    frame = requestAnimationFrame(onFrame)
  }
  const unsubscribes = [
    listen(document, 'scroll', sample, { capture: true, passive: true }),
    listen(document, 'pointerdown', sample, { capture: true, passive: true }),
    listen(document, 'keydown', sample, { capture: true, passive: true }),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
