import { useEvent } from '#ui/useEvent.ts'
import { useRecorder } from './RecorderContext.ts'

/** Warns before the page is left while something would be lost by it, and only then. */
export function useLeaveWarning(isOff: boolean): void {
  const recorder = useRecorder()
  useEvent('window', 'beforeunload', (event) => {
    if (!isOff && recorder.wouldLose()) event.preventDefault()
  })
}
