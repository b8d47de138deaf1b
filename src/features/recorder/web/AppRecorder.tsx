import { appRecoveryActions } from './appKept.ts'
import { recorder } from './engine/appRecorder.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import type { RecordingActions } from './useEnding.ts'
import { RecoveryContext } from './useKept.ts'

/** The recorder of the app with all its screens. */
export function AppRecorder(actions: RecordingActions) {
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecorderScreens recorder={recorder} {...actions} />
    </RecoveryContext>
  )
}
