import { useState } from 'react'
import type { Seconds } from '#shared/units.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { useRecorder } from '../RecorderContext.ts'

/** Returns the duration of the recording in whole seconds; renders once per second. */
export function useRecordedSeconds(): Seconds {
  const recorder = useRecorder()
  const [elapsedSeconds, setElapsedSeconds] = useState(() => wholeSeconds(recorder.position()))
  useInterval(() => setElapsedSeconds(wholeSeconds(recorder.position())), 200)
  return elapsedSeconds
}

const wholeSeconds = (position: number): Seconds => Math.floor(position / 1000)
