import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { after } from '#ui/time.ts'

export type ScrollKept = {
  scroller: RefObject<HTMLElement | null>
  places: ReadonlyMap<string, number>
  rowHeight: number
  /** The recording open beside the list. */
  openId: string | undefined
  /**
   * Called when the rows were rendered again because a recording was opened or closed and the focus was lost; it moves to that
   * recording.
   */
  onFocusLost: (id: string) => void
  /** Changes with the sort and the filter; the list then starts at its top. */
  order: string
}

/**
 * Keeps the scroll position stable. When the row height changes, the open row, or else the first visible one, stays at its
 * position on the screen; a recording opened elsewhere is scrolled into view. Returns a scroll handler.
 */
export function useScrollKept({ scroller, places, rowHeight, openId, order, onFocusLost }: ScrollKept): (offset: number) => void {
  const last = useRef<{ offset: number; rowHeight: number; openId: string | undefined; order: string }>({
    offset: 0,
    rowHeight,
    openId: undefined,
    order,
  })
  // The recording that was just opened or closed: the row height changes only afterwards.
  const recent = useRef<string>(undefined)
  useEffect(() => after(SETTLED, () => (recent.current = undefined)), [openId])
  const refocus = useRef(onFocusLost)
  useLayoutEffect(() => {
    refocus.current = onFocusLost
  })
  useLayoutEffect(() => {
    const was = last.current
    last.current = { ...was, rowHeight, openId, order }
    if (openId !== was.openId) recent.current = openId ?? was.openId
    const list = scroller.current
    if (!list || list.clientHeight === 0) return
    const index = places.get(openId ?? recent.current ?? '')
    const room = list.clientHeight
    if (was.rowHeight !== rowHeight) {
      const top = (row: number) => row * was.rowHeight - was.offset
      const isSeen = index !== undefined && top(index) > -was.rowHeight && top(index) < room
      const kept = isSeen || (openId !== undefined && index !== undefined) ? index : Math.round(was.offset / was.rowHeight)
      const stands = isSeen || openId === undefined ? top(kept) : (room - rowHeight) / 2
      place(list, kept * rowHeight - Math.max(0, Math.min(room - rowHeight, stands)))
      if (recent.current !== undefined && isFocusLost()) refocus.current(recent.current)
      recent.current = undefined
    } else if (was.order !== order) place(list, 0)
    else if (openId !== was.openId && openId !== undefined && index !== undefined) {
      const [above, below] = [index * rowHeight - list.scrollTop, (index + 1) * rowHeight - list.scrollTop - room]
      if (above < 0 || below > 0) place(list, index * rowHeight - Math.max(0, (room - rowHeight) / 2))
    }
  }, [scroller, places, rowHeight, openId, order])
  return (offset) => {
    last.current.offset = offset
  }
}

/** The focused element was removed or hidden. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('[hidden]') !== null
}

function place(list: HTMLElement, top: number): void {
  list.scrollTop = top
}

/** Time in milliseconds after which the list has its final width. */
const SETTLED = 500
