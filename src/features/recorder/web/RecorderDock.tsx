import { useTranscribeNew } from '#features/generate/web.tsx'
import { paths } from '#shared/paths.ts'
import { useHeightVariable } from '#browser/page/useHeightVariable.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { recorder } from './engine/appRecorder.ts'
import { appRecoveryActions } from './engine/recoverableRecordings.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import { RecoveryContext } from './recovery/useRecoverableRecordings.ts'

/** The recorder at the bottom of the window, above the bar on phones. The page ends above it. */
export function RecorderDock() {
  const openPage = useOpenPage()
  const transcribeNew = useTranscribeNew()
  const dockRef = useHeightVariable('--dock')
  return (
    <div ref={dockRef} data-dock="" className="fixed inset-x-0 bottom-[var(--bar,0px)] z-20 print:hidden">
      <RecoveryContext value={appRecoveryActions}>
        <RecorderScreens recorder={recorder} onOpenFile={(id) => openPage(paths.file(id))} onNewFile={transcribeNew} />
      </RecoveryContext>
    </div>
  )
}
