import { listen } from '#ui/listen.ts'
import { withoutIds } from '#ui/monitor.ts'
import { type Stop, now } from '#ui/time.ts'
import { type RouteMoment, type RouteTimer, timeRoute } from '../rules.ts'
import { noteMeasure, track } from './track.ts'

/** Hears navigations begin, with the path they lead to, and end. */
export type Navigations = (hear: { onLeft: (path: string) => void; onArrived: () => void }) => Stop

/** Times every change of page (A§4): a performance measure, or an abnormal one in the log above 30 seconds. */
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
