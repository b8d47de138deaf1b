import { useRecorder, useRecorderState } from '../RecorderContext.ts'

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
