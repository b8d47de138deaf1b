import { appRecoveryActions } from './recovery/appRecoveryActions.ts'
import { recorder } from './engine/appRecorder.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import type { RecordingActions } from './useStopRecording.ts'
import { RecoveryContext } from './recovery/useRecoverableRecordings.ts'

/** The recorder of the app with all its screens. */
export function AppRecorder(actions: RecordingActions) {
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecorderScreens recorder={recorder} {...actions} />
    </RecoveryContext>
  )
}
