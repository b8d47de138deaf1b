import { listen } from '#ui/listen.ts'
import { withoutIds } from '#ui/monitor.ts'
import { type Stop, now } from '#ui/time.ts'
import { type RouteMoment, type RouteTimer, timeRoute } from '../rules.ts'
import { noteMeasure, track } from './track.ts'

/** Subscribes to the start of navigations, with the target path, and to their end. Returns a function that unsubscribes. */
export type Navigations = (hear: { onLeft: (path: string) => void; onArrived: () => void }) => Stop

/** Measures every navigation (A§4). Above 30 seconds it logs and tracks an abnormal navigation instead. */
export function watchRoutes(navigations: Navigations): Stop {
  let timer: RouteTimer = { since: null }
  let to = ''
  const note = (kind: RouteMoment['kind']): void => {
    timer = timeRoute(timer, { kind, at: now() })
    if (timer.ended) tellRoute(to, timer.ended)
  }
  const deaf = listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') note('seen-again')
  })
  const stop = navigations({
    onLeft: (path) => {
      to = withoutIds(path)
      note('left')
    },
    onArrived: () => note('arrived'),
  })
  return () => {
    stop()
    deaf()
  }
}

function tellRoute(path: string, { took, isAbnormal }: { took: number; isAbnormal: boolean }): void {
  if (isAbnormal) {
    console.warn(`going to ${path} took ${took} ms`)
    track('route_abnormal', { path, took })
    return
  }
  const end = performance.now()
  performance.measure(`route ${path}`, { start: Math.max(0, end - took), end })
  noteMeasure('routeChange', took, { path })
}
