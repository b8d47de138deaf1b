import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { STORAGE_KEYS, getItem } from '#browser/storage/storage.ts'
import { after } from '#browser/timers/time.ts'

export { trackExposure, trackMetric, track } from './web/track.ts'

/** Deletes the tag of this browser when the user withdraws consent. */
export async function deleteBrowserTag(): Promise<void> {
  await (await import('./web/userTag.ts')).deleteTag()
}

/**
 * Collects telemetry while the signed-in layout is mounted. Its code is loaded after the first paint. `isOn` is true if the
 * server has telemetry on (`init.telemetry`) and the user allows it; it is undefined until the server settings are loaded.
 */
export function useTelemetry({ isOn, userId }: { isOn: boolean | undefined; userId: string | undefined }): void {
  const router = useRouter()
  useEffect(() => {
    // Without telemetry the server must not get a device id. If the import fails, it is tried again on the next visit.
    if (isOn === false && getItem(STORAGE_KEYS.userTag) !== undefined) deleteBrowserTag().catch(() => {})
    if (!isOn || !userId) return
    let stop = after(0, () => {
      let isStopped = false
      stop = () => (isStopped = true)
      import('./web/startTelemetry.ts').then(
        ({ startTelemetry }) => {
          if (!isStopped) stop = startTelemetry({ subscribeToNavigations })
        },
        () => {}, // if the import fails, nothing is counted
      )
    })
    const subscribeToNavigations = ({ onLeft, onArrived }: { onLeft: (path: string) => void; onArrived: () => void }) => {
      const unsubscribes = [
        router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => pathChanged && onLeft(toLocation.pathname)),
        router.subscribe('onResolved', onArrived),
      ]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    }
    return () => stop()
  }, [isOn, userId, router])
}
