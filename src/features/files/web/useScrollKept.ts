import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { after } from '#ui/time.ts'

export type ScrollKept = {
  scroller: RefObject<HTMLElement | null>
  places: ReadonlyMap<string, number>
  rowHeight: number
  /** The recording shown beside the list. */
  openId: string | undefined
  /** The rows were drawn anew as a recording was opened or closed, and the focus with them: it goes on at that one. */
  onFocusLost: (id: string) => void
  /** Another order or another filter: the list begins at its top again. */
  order: string
}

/**
 * Keeps the eye where it was: when rows get another height, the open one, or else the first in sight, stays where it stood on
 * the screen; a recording opened from elsewhere comes into sight. Returns what is to hear of every scrolling.
 */
export function useScrollKept({ scroller, places, rowHeight, openId, order, onFocusLost }: ScrollKept): (offset: number) => void {
  const last = useRef<{ offset: number; rowHeight: number; openId: string | undefined; order: string }>({
    offset: 0,
    rowHeight,
    openId: undefined,
    order,
  })
  // The recording just opened or closed: the rows get their other height only after that.
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

/** It stood on what is no longer there, or no longer seen. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('[hidden]') !== null
}

function place(list: HTMLElement, top: number): void {
  list.scrollTop = top
}

/** By then the list has the width it was given. */
const SETTLED = 500
