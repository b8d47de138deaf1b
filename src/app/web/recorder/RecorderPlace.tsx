import { useSyncExternalStore } from 'react'
import { isRecorderAwake, watchRecorder } from '#features/recorder/web.tsx'
import { useLoaded } from '#ui/useLoaded.ts'
import { bringNamespace } from '../i18n.ts'

const load = async () => {
  const [{ RecorderDock }] = await Promise.all([import('./RecorderDock.tsx'), bringNamespace('recorder')])
  return { RecorderDock }
}

/** Mounts the recorder on every page, so that a recording continues across navigation. Its code is loaded on first use. */
export function RecorderPlace() {
  const isAwake = useSyncExternalStore(watchRecorder, isRecorderAwake)
  const loaded = useLoaded(load, isAwake)
  return loaded ? <loaded.RecorderDock /> : null
}
