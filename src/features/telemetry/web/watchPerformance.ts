import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { redactIds } from '#browser/monitoring/monitor.ts'
import { type Stop, every, now } from '#browser/timers/time.ts'
import { THRESHOLDS, type RouteEvent, type RouteTimer, updateRouteTimer } from '../rules.ts'
import { trackMetric, track } from './track.ts'
import { listen } from '#browser/events/listen.ts'

/** Tracks slow page loads, slow interactions and high memory use, if the browser measures them (A§9). */
export function watchPerformance(): Stop {
  const stops = [
    observe('navigation', ({ duration }) => trackMetric('pageLoad', duration, currentPath())),
    observe('largest-contentful-paint', ({ startTime }) => trackMetric('pageLoad', startTime, currentPath())),
    observe('event', ({ duration, name }) => trackMetric('interaction', duration, { ...currentPath(), name })),
    every(minutes(1), () => trackMetric('memoryShare', memoryShare(), currentPath())),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const currentPath = () => ({ path: redactIds(location.pathname) })

function observe(type: string, onEntry: (entry: PerformanceEntry) => void): Stop {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return () => {}
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) onEntry(entry)
  })
  const options = { type, buffered: true, durationThreshold: THRESHOLDS.interaction }
  observer.observe(options)
  return () => observer.disconnect()
}

/** Returns the used share of memory, or 0 if the browser does not report it. Only Chromium does. */
function memoryShare(): number {
  const { memory } = performance as { memory?: { usedJSHeapSize: number; jsHeapSizeLimit: number } }
  return memory ? memory.usedJSHeapSize / memory.jsHeapSizeLimit : 0
}

/** Duration of a sample. */
const SAMPLE_DURATION: Millis = seconds(1)
/** Minimum time between the starts of two samples. */
const SAMPLE_INTERVAL: Millis = seconds(10)
/** A longer sample is ignored, because the computer was asleep and not slow. */
const MAX_SAMPLE_DURATION: Millis = seconds(10)

/** Measures the frame rate after user input and tracks less than 30 frames per second (A§9). Returns a function that stops it. */
export function watchFrames(): Stop {
  let lastSampleAt = Number.NEGATIVE_INFINITY
  let frame = 0
  const sample = (): void => {
    if (document.visibilityState !== 'visible' || now() - lastSampleAt < SAMPLE_INTERVAL) return
    lastSampleAt = now()
    let startedAt: Millis | undefined
    let frames = 0
    const onFrame = (time: Millis): void => {
      if (document.visibilityState !== 'visible') return
      startedAt ??= time
      const duration = time - startedAt
      if (duration >= SAMPLE_DURATION) {
        const path = redactIds(location.pathname)
        if (duration < MAX_SAMPLE_DURATION) trackMetric('framesPerSecond', Math.round((frames * 1000) / duration), { path })
        return
      }
      frames += 1
      frame = requestAnimationFrame(onFrame)
    }
    frame = requestAnimationFrame(onFrame)
  }
  const unsubscribes = [
    listen(document, 'scroll', sample, { capture: true, passive: true }),
    listen(document, 'pointerdown', sample, { capture: true, passive: true }),
    listen(document, 'keydown', sample, { capture: true, passive: true }),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

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
