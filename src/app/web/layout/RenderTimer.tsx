import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { trackMetric } from '#features/telemetry/web.tsx'
import { redactIds } from '#browser/monitoring/monitor.ts'
import { now } from '#browser/timers/time.ts'

/** Measures the time from the start of a page's render until the page is in the document (A§9). */
export function RenderTimer({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const startedAt = now()
  // Effects of a parent run after those of its children, so the whole page has been rendered by then.
  useLayoutEffect(() => {
    trackMetric('componentRender', now() - startedAt, { path: redactIds(path) })
    // Only the first render of a page is measured.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  return children
}
