import { useRecorder, useRecorderState } from './RecorderContext.ts'

/** Whether sound is being taken now, whether it waits, and what pauses it and goes on. */
export function useStanding(): { isRunning: boolean; isPaused: boolean; toggle: () => void } {
  const recorder = useRecorder()
  const phase = useRecorderState((state) => state.phase)
  const isHeld = useRecorderState(({ stopped }) => stopped !== null)
  const hasEnded = useRecorderState(({ stopped }) => stopped?.ended === true)
  const isPaused = phase === 'paused' || hasEnded
  return {
    isRunning: phase === 'recording' && !isHeld,
    isPaused,
    toggle: () => (isPaused ? void recorder.resume() : recorder.pause()),
  }
}
