import { useSyncExternalStore } from 'react'
import { isRecorderActive, subscribeToRecorder } from '#features/recorder/web.tsx'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'
import { loadNamespace } from '../../i18n.ts'

const load = async () => {
  const [{ RecorderDock }] = await Promise.all([import('./RecorderDock.tsx'), loadNamespace('recorder')])
  return { RecorderDock }
}

/** Mounts the recorder on every page, so that a recording continues across navigation. Its code is loaded on first use. */
export function LazyRecorder() {
  const isActive = useSyncExternalStore(subscribeToRecorder, isRecorderActive)
  const loaded = useLazyLoad(load, isActive)
  return loaded ? <loaded.RecorderDock /> : null
}
