import { appRecoveryActions } from '../engine/recoverableRecordings.ts'
import type { RecordingActions } from '../useSavedToast.ts'
import { RecoverableSection } from './RecoverableList.tsx'
import { RecoveryContext } from './useRecoverableRecordings.ts'

/** The list of unfinished recordings, for use in a page. */
export function AppRecoverableRecordings(actions: RecordingActions) {
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecoverableSection {...actions} />
    </RecoveryContext>
  )
}
