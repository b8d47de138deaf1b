import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { noteMeasure } from '#features/telemetry/web.tsx'
import { withoutIds } from '#ui/monitor.ts'
import { now } from '#ui/time.ts'

/** Measures the time from the start of a page's render until the page is in the document (A§9). */
export function RenderTimer({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const began = now()
  // Effects of a parent run after those of its children, so the whole page has been rendered by then.
  useLayoutEffect(() => {
    noteMeasure('componentRender', now() - began, { path: withoutIds(path) })
    // Only the first render of a page is measured.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  return children
}
