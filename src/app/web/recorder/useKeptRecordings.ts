import { mayHaveKept, wakeRecorder } from '#features/recorder/web.tsx'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { useTimeout } from '#ui/useTimeout.ts'

/** The page one came for goes first. */
const WAITS: Millis = seconds(2)

/** Where an earlier visit may have left a recording unfinished, the recorder is brought and says so. */
export function useKeptRecordings(): void {
  useTimeout(() => {
    if (mayHaveKept()) wakeRecorder()
  }, WAITS)
}
