import { minutes } from '#kit/units.ts'
import { withoutIds } from '#ui/monitor.ts'
import { type Stop, every } from '#ui/time.ts'
import { THRESHOLDS } from '../rules.ts'
import { noteMeasure } from './track.ts'

/** Tracks slow page loads, slow interactions and high memory use, if the browser measures them (A§9). */
export function watchPerformance(): Stop {
  const ends = [
    observe('navigation', ({ duration }) => noteMeasure('pageLoad', duration, here())),
    observe('largest-contentful-paint', ({ startTime }) => noteMeasure('pageLoad', startTime, here())),
    observe('event', ({ duration, name }) => noteMeasure('interaction', duration, { ...here(), name })),
    every(minutes(1), () => noteMeasure('memoryShare', memoryShare(), here())),
  ]
  return () => {
    for (const end of ends) end()
  }
}

const here = () => ({ path: withoutIds(location.pathname) })

function observe(type: string, hear: (entry: PerformanceEntry) => void): Stop {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return () => {}
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) hear(entry)
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
