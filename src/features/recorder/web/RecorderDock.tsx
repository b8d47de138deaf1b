import { useCallback } from 'react'
import { useTranscribe } from '#features/generate/web.tsx'
import { paths } from '#shared/paths.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { recorder } from './engine/appRecorder.ts'
import { appRecoveryActions } from './engine/recoverableRecordings.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import { RecoveryContext } from './recovery/useRecoverableRecordings.ts'

/** The recorder at the bottom of the window, above the bar on phones. The page ends above it. */
export function RecorderDock() {
  const openPage = useOpenPage()
  const transcribe = useTranscribe()
  const dockRef = useDockHeightVariable()
  return (
    <div ref={dockRef} data-dock="" className="fixed inset-x-0 bottom-[var(--bar,0px)] z-20 print:hidden">
      <RecoveryContext value={appRecoveryActions}>
        <RecorderScreens recorder={recorder} onOpenFile={(id) => openPage(paths.file(id))} onTranscribe={transcribe} />
      </RecoveryContext>
    </div>
  )
}

/** Sets the CSS variable `--dock` to the height of the recorder bar, so that nothing is covered by it. */
function useDockHeightVariable(): (dock: HTMLElement | null) => (() => void) | undefined {
  return useCallback((dock) => {
    if (!dock) return undefined
    const { style } = document.documentElement
    const measure = () => style.setProperty('--dock', `${dock.offsetHeight}px`)
    // jsdom has no ResizeObserver.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    observer?.observe(dock)
    measure()
    return () => {
      observer?.disconnect()
      style.removeProperty('--dock')
    }
  }, [])
}
