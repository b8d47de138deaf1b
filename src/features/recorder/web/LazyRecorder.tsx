import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useRecorderRequest } from './openRequest.ts'

const AppRecorder = lazyComponent(withNamespace('recorder', async () => (await import('./AppRecorder.tsx')).AppRecorder))

/** The recorder, mounted on every page, so that a recording continues across navigation. Its code is loaded on first use. */
export function LazyRecorder() {
  const isActive = useRecorderRequest((state) => state.isActive)
  return isActive && <AppRecorder errorFallback={null} />
}
