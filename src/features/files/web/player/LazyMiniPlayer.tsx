import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useBackgroundPlayback } from './backgroundPlayback.ts'

const MiniPlayer = lazyComponent(async () => (await import('./MiniPlayer.tsx')).MiniPlayer)

/** The mini player, mounted on every page. Its code is loaded when a playing recording is left. */
export function LazyMiniPlayer() {
  const isNeeded = useBackgroundPlayback(({ background }) => background !== null)
  return isNeeded && <MiniPlayer errorFallback={null} />
}
