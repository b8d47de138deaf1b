import { listen } from '#browser/events/listen.ts'
import { redactIds } from '#browser/monitoring/monitor.ts'
import { type Stop, now } from '#browser/timers/time.ts'
import { type RouteEvent, type RouteTimer, updateRouteTimer } from '../rules.ts'
import { trackMetric, track } from './track.ts'

/** Subscribes to the start of navigations, with the target path, and to their end. Returns a function that unsubscribes. */
export type SubscribeToNavigations = (handlers: { onLeft: (path: string) => void; onArrived: () => void }) => Stop

/** Measures every navigation (A§4). Above 30 seconds it logs and tracks an abnormal navigation instead. */
export function watchRoutes(navigations: SubscribeToNavigations): Stop {
  let timer: RouteTimer = { startedAt: null }
  let targetPath = ''
  const update = (kind: RouteEvent['kind']): void => {
    timer = updateRouteTimer(timer, { kind, time: now() })
    if (timer.result) reportRoute(targetPath, timer.result)
  }
  const unsubscribe = listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') update('seen-again')
  })
  const stop = navigations({
    onLeft: (path) => {
      targetPath = redactIds(path)
      update('left')
    },
    onArrived: () => update('arrived'),
  })
  return () => {
    stop()
    unsubscribe()
  }
}

function reportRoute(path: string, { took, isAbnormal }: { took: number; isAbnormal: boolean }): void {
  if (isAbnormal) {
    console.warn(`going to ${path} took ${took} ms`)
    track('route_abnormal', { path, took })
    return
  }
  const end = performance.now()
  performance.measure(`route ${path}`, { start: Math.max(0, end - took), end })
  trackMetric('routeChange', took, { path })
}
