import { appRecoveryActions } from './appKept.ts'
import { RecoverableSection } from './KeptList.tsx'
import type { RecordingActions } from './useEnding.ts'
import { RecoveryContext } from './useKept.ts'

/** The list of unfinished recordings, for use in a page. */
export function AppRecoverableRecordings(actions: RecordingActions) {
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecoverableSection {...actions} />
    </RecoveryContext>
  )
}
