import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { after } from '#browser/timers/time.ts'

export type ScrollAnchorOptions = {
  scroller: RefObject<HTMLElement | null>
  indexById: ReadonlyMap<string, number>
  rowHeight: number
  /** The recording open beside the list. */
  openId: string | undefined
  /**
   * Called when the rows were rendered again because a recording was opened or closed and the focus was lost; it moves to that
   * recording.
   */
  onFocusLost: (id: string) => void
  /** Changes with the sort and the filter; the list then starts at its top. */
  orderKey: string
}

/**
 * Keeps the scroll position stable. When the row height changes, the open row, or else the first visible one, stays at its
 * position on the screen; a recording opened elsewhere is scrolled into view. Returns a scroll handler.
 */
export function useScrollAnchor({
  scroller,
  indexById,
  rowHeight,
  openId,
  orderKey,
  onFocusLost,
}: ScrollAnchorOptions): (offset: number) => void {
  const latest = useRef<{ offset: number; rowHeight: number; openId: string | undefined; orderKey: string }>({
    offset: 0,
    rowHeight,
    openId: undefined,
    orderKey,
  })
  // The recording that was just opened or closed: the row height changes only afterwards.
  const recentId = useRef<string>(undefined)
  useEffect(() => after(SETTLE_TIME, () => (recentId.current = undefined)), [openId])
  const refocus = useRef(onFocusLost)
  useLayoutEffect(() => {
    refocus.current = onFocusLost
  })
  useLayoutEffect(() => {
    const previous = latest.current
    latest.current = { ...previous, rowHeight, openId, orderKey }
    if (openId !== previous.openId) recentId.current = openId ?? previous.openId
    const list = scroller.current
    if (!list || list.clientHeight === 0) return
    const index = indexById.get(openId ?? recentId.current ?? '')
    const listHeight = list.clientHeight
    if (previous.rowHeight !== rowHeight) {
      const top = (row: number) => row * previous.rowHeight - previous.offset
      const isVisible = index !== undefined && top(index) > -previous.rowHeight && top(index) < listHeight
      const anchorIndex =
        isVisible || (openId !== undefined && index !== undefined) ? index : Math.round(previous.offset / previous.rowHeight)
      const anchorTop = isVisible || openId === undefined ? top(anchorIndex) : middleOf(listHeight, rowHeight)
      const offset = anchorIndex * rowHeight - Math.max(0, Math.min(listHeight - rowHeight, anchorTop))
      setScrollTop(list, openId === undefined ? offset : wholeRows(offset, rowHeight))
      if (recentId.current !== undefined && isFocusLost()) refocus.current(recentId.current)
      recentId.current = undefined
    } else if (previous.orderKey !== orderKey) setScrollTop(list, 0)
    else if (openId !== previous.openId && openId !== undefined && index !== undefined) {
      const [above, below] = [index * rowHeight - list.scrollTop, (index + 1) * rowHeight - list.scrollTop - listHeight]
      if (above < 0 || below > 0) setScrollTop(list, wholeRows(index * rowHeight - middleOf(listHeight, rowHeight), rowHeight))
    }
  }, [scroller, indexById, rowHeight, openId, orderKey])
  return (offset) => {
    latest.current.offset = offset
  }
}

/** The focused element was removed or hidden. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('[hidden]') !== null
}

const middleOf = (listHeight: number, rowHeight: number): number => Math.max(0, (listHeight - rowHeight) / 2)

/** Rounds up to whole rows: the first row is not cut off, and a row at the bottom stays visible. */
const wholeRows = (top: number, rowHeight: number): number => Math.ceil(top / rowHeight) * rowHeight

function setScrollTop(list: HTMLElement, top: number): void {
  list.scrollTop = top
}

/** Time in milliseconds after which the list has its final width. */
const SETTLE_TIME = 500
