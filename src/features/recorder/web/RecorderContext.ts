import { createContext, use, useState } from 'react'
import { useStore } from 'zustand'
import type { Seconds } from '#shared/units.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import type { RecorderHandle, RecorderState } from './engine/recorderState.ts'

export const RecorderContext = createContext<RecorderHandle | undefined>(undefined)

/** Returns the recorder of the surrounding context. */
export function useRecorder(): RecorderHandle {
  const recorder = use(RecorderContext)
  if (!recorder) throw new Error('there is no RecorderContext around this')
  return recorder
}

/** Selects a part of the recorder's state; renders again when that part changes. */
export const useRecorderState = <T>(select: (state: RecorderState) => T): T => useStore(useRecorder().store, select)

/** Whether audio is being recorded or paused, and the function that toggles it. */
export function useRecordingControls(): { isRunning: boolean; isPaused: boolean; toggle: () => void } {
  const recorder = useRecorder()
  const phase = useRecorderState((state) => state.phase)
  const isInterrupted = useRecorderState(({ stopped }) => stopped !== null)
  const hasEnded = useRecorderState(({ stopped }) => stopped?.ended === true)
  const isPaused = phase === 'paused' || hasEnded
  return {
    isRunning: phase === 'recording' && !isInterrupted,
    isPaused,
    toggle: () => (isPaused ? void recorder.resume() : recorder.pause()),
  }
}

/** Returns the duration of the recording in whole seconds; renders once per second. */
export function useRecordedSeconds(): Seconds {
  const recorder = useRecorder()
  const [elapsedSeconds, setElapsedSeconds] = useState(() => wholeSeconds(recorder.position()))
  useInterval(() => setElapsedSeconds(wholeSeconds(recorder.position())), 200)
  return elapsedSeconds
}

const wholeSeconds = (position: number): Seconds => Math.floor(position / 1000)
