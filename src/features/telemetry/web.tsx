import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { STORED, recall } from '#ui/storage.ts'
import { after } from '#ui/time.ts'

export { expose, noteMeasure, track } from './web/track.ts'

/** No trace of this browser's tag stays: for who withdraws what they allowed. */
export async function forgetBrowserTag(): Promise<void> {
  await (await import('./web/userTag.ts')).forgetTag()
}

/**
 * Counts and watches while the signed-in part of the page is there, where the server wants it and the user allows it. Loaded after
 * the first paint. `isOn`: both, undefined until the server has said (`init.telemetry`).
 */
export function useTelemetry({ isOn, userId }: { isOn: boolean | undefined; userId: string | undefined }): void {
  const router = useRouter()
  useEffect(() => {
    // Where nothing is counted any more, the server is told no device either. Without its code it is tried again next time.
    if (isOn === false && recall(STORED.userTag) !== undefined) forgetBrowserTag().catch(() => {})
    if (!isOn || !userId) return
    let stop = after(0, () => {
      let isOver = false
      stop = () => (isOver = true)
      import('./web/startTelemetry.ts').then(
        ({ startTelemetry }) => {
          if (!isOver) stop = startTelemetry({ navigations })
        },
        () => {}, // without its code nothing is counted
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
