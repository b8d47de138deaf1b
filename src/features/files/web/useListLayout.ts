import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** `lines`: two lines a recording, beside an open one and on small screens. `columns`: one line, in columns. */
export type ListLayout = 'lines' | 'columns'

/** From this width of the list on there is room for columns, in CSS pixels. */
export const COLUMNS_FROM = 760

/**
 * How the rows are laid out, by the width of the list itself. Measured before the page is drawn, and again whenever what
 * stands beside it changes (`beside`), so that no frame shows the one layout in the place of the other. Undefined before that:
 * rows made for the wrong one take time, and browsers count their change as a jump of the page.
 */
export function useListLayout(pane: RefObject<HTMLElement | null>, beside: unknown): ListLayout | undefined {
  const [layout, setLayout] = useState<ListLayout>()
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return undefined
    // What is not shown has no width, and stays as it is.
    const take = (width: number) =>
      setLayout((was = 'lines') => (width === 0 ? was : width >= COLUMNS_FROM ? 'columns' : 'lines'))
    take(element.clientWidth)
    if (typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(([entry]) => entry && take(entry.contentRect.width))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [pane, beside])
  return layout
}
