import { LazyMiniPlayer } from '#features/files/web.tsx'
import { LazyRecorder } from '#features/recorder/web.tsx'
import { useHeightVariable } from '#browser/page/useHeightVariable.ts'

/**
 * The bars for playback and recording at the bottom of the window on every page, above the bottom bar on phones. They persist
 * across navigation, and the page ends above them.
 */
export function Dock() {
  const heightRef = useHeightVariable('--dock')
  return (
    <div ref={heightRef} data-dock="" className="fixed inset-x-0 bottom-[var(--bar,0px)] z-20 print:hidden">
      <LazyMiniPlayer />
      <LazyRecorder />
    </div>
  )
}
