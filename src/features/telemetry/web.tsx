import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { STORED, recall } from '#ui/storage.ts'
import { after } from '#ui/time.ts'

export { expose, noteMeasure, track } from './web/track.ts'

/** Deletes the tag of this browser when the user withdraws consent. */
export async function forgetBrowserTag(): Promise<void> {
  await (await import('./web/userTag.ts')).forgetTag()
}

/**
 * Collects telemetry while the signed-in layout is mounted. Its code is loaded after the first paint. `isOn` is true if the
 * server has telemetry on (`init.telemetry`) and the user allows it; it is undefined until the server settings are loaded.
 */
export function useTelemetry({ isOn, userId }: { isOn: boolean | undefined; userId: string | undefined }): void {
  const router = useRouter()
  useEffect(() => {
    // Without telemetry the server must not get a device id. If the import fails, it is tried again on the next visit.
    if (isOn === false && recall(STORED.userTag) !== undefined) forgetBrowserTag().catch(() => {})
    if (!isOn || !userId) return
    let stop = after(0, () => {
      let isOver = false
      stop = () => (isOver = true)
      import('./web/startTelemetry.ts').then(
        ({ startTelemetry }) => {
          if (!isOver) stop = startTelemetry({ navigations })
        },
        () => {}, // if the import fails, nothing is counted
      )
    })
    const navigations = ({ onLeft, onArrived }: { onLeft: (path: string) => void; onArrived: () => void }) => {
      const ends = [
        router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => pathChanged && onLeft(toLocation.pathname)),
        router.subscribe('onResolved', onArrived),
      ]
      return () => {
        for (const end of ends) end()
      }
    }
    return () => stop()
  }, [isOn, userId, router])
}
