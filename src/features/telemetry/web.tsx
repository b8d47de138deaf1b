import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { STORED, forget } from '#ui/storage.ts'
import { after } from '#ui/time.ts'

export { expose, noteMeasure, track } from './web/track.ts'

/**
 * Counts and watches while the signed-in part of the page is there, where the server wants it. Loaded after the first paint.
 * `isOn`: what the server says (`init.telemetry`), undefined until it has.
 */
export function useTelemetry({ isOn, userId }: { isOn: boolean | undefined; userId: string | undefined }): void {
  const router = useRouter()
  useEffect(() => {
    // A server that stopped counting is told no device any more either.
    if (isOn === false) forget(STORED.userTag)
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
