import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { mayHaveRecoverable } from './engine/recoverable.ts'
import { activateRecorder } from './openRequest.ts'

/** Delay before loading, so that the page itself loads first. */
const LOAD_DELAY: Millis = seconds(2)

/** Loads the recorder when an earlier visit may have left an unfinished recording, so that it shows a notice. */
export function RecorderBackground() {
  useTimeout(() => {
    if (mayHaveRecoverable()) activateRecorder()
  }, LOAD_DELAY)
  return null
}
