import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { noteMeasure } from '#features/telemetry/web.tsx'
import { withoutIds } from '#ui/monitor.ts'
import { now } from '#ui/time.ts'

/** Measures how long a page takes from the beginning of its render until it stands in the document (A§9). */
export function RenderTimer({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const began = now()
  // Effects of a parent run after those of its children: then the whole page has been rendered.
  useLayoutEffect(() => {
    noteMeasure('componentRender', now() - began, { path: withoutIds(path) })
    // The time of this page's first render only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  return children
}
