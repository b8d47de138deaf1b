import { minutes } from '#shared/units.ts'
import { redactIds } from '#browser/monitoring/monitor.ts'
import { type Stop, every } from '#browser/timers/time.ts'
import { THRESHOLDS } from '../rules.ts'
import { trackMetric } from './track.ts'

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
