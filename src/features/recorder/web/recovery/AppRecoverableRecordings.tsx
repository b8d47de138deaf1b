import { appRecoveryActions } from './appRecoveryActions.ts'
import { RecoverableSection } from './RecoverableList.tsx'
import type { RecordingActions } from '../useStopRecording.ts'
import { RecoveryContext } from './useRecoverableRecordings.ts'

/** The list of unfinished recordings, for use in a page. */
export function AppRecoverableRecordings(actions: RecordingActions) {
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecoverableSection {...actions} />
    </RecoveryContext>
  )
}
