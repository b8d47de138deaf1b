import { useTranscribe } from '#features/generate/web.tsx'
import { loadRecorder } from '#features/recorder/web.tsx'
import { paths } from '#kit/paths.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useDockHeight } from './useDockHeight.ts'

const Recorder = lazyPart(loadRecorder)

/** The recorder at the window's foot, above the bar a phone has there; the page ends above it. */
export function RecorderDock() {
  const openPage = useOpenPage()
  const transcribe = useTranscribe()
  const measured = useDockHeight()
  return (
    <div ref={measured} data-dock="" className="fixed inset-x-0 bottom-[var(--bar,0px)] z-20 print:hidden">
      <Recorder failed={null} onOpenFile={(id) => openPage(paths.file(id))} onTranscribe={transcribe} />
    </div>
  )
}
