import { useNavigate } from '@tanstack/react-router'
import { useTranscribeNew } from '#features/generate/web.tsx'
import { recorder } from './engine/appRecorder.ts'
import { appRecoveryActions } from './engine/recoverableRecordings.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import { RecoveryContext } from './recovery/useRecoverableRecordings.ts'

/** The recorder of this app. */
export function AppRecorder() {
  const navigate = useNavigate()
  const transcribeNew = useTranscribeNew()
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecorderScreens
        recorder={recorder}
        onOpenFile={(id) => void navigate({ to: '/file/$id', params: { id } })}
        onNewFile={transcribeNew}
      />
    </RecoveryContext>
  )
}
