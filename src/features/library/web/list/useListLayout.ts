import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** `lines`: two lines per recording, beside an open one and on small screens. `columns`: one line in columns. */
export type ListLayout = 'lines' | 'columns'

/** Minimum width of the list for columns, in CSS pixels. */
export const COLUMNS_MIN_WIDTH = 760

/**
 * Returns the layout for the width of the list. It is measured before painting, and again when the element beside the list
 * changes (`besideKey`), so that no frame shows the wrong layout. Undefined before the first measurement: rows of the wrong layout
 * take time to render, and browsers count their change as a layout shift.
 */
export function useListLayout(pane: RefObject<HTMLElement | null>, besideKey: unknown): ListLayout | undefined {
  const [layout, setLayout] = useState<ListLayout>()
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return undefined
    // A hidden list has no width and keeps its layout.
    const applyWidth = (width: number) =>
      setLayout((previous = 'lines') => (width === 0 ? previous : width >= COLUMNS_MIN_WIDTH ? 'columns' : 'lines'))
    applyWidth(element.clientWidth)
    if (typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(([entry]) => entry && applyWidth(entry.contentRect.width))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [pane, besideKey])
  return layout
}
