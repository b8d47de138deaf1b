import { useTranscribeNew } from '#features/generate/web.tsx'
import { paths } from '#shared/paths.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { recorder } from './engine/appRecorder.ts'
import { appRecoveryActions } from './engine/recoverableRecordings.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import { RecoveryContext } from './recovery/useRecoverableRecordings.ts'

/** The recorder of this app. */
export function AppRecorder() {
  const openPage = useOpenPage()
  const transcribeNew = useTranscribeNew()
  return (
    <RecoveryContext value={appRecoveryActions}>
      <RecorderScreens recorder={recorder} onOpenFile={(id) => openPage(paths.file(id))} onNewFile={transcribeNew} />
    </RecoveryContext>
  )
}
