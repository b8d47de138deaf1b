import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ReactElement, Ref, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { listen } from '#ui/listen.ts'
import type { LibraryRow } from '../contract.ts'
import { allotSlots } from './allotSlots.ts'
import type { Slots } from './allotSlots.ts'

/** What moves in a list of rows, whichever way they are laid out. */
export type RowsHandle = Pick<VirtualizerHandle, 'scrollToIndex' | 'viewportSize'>

export type RowWindowProps = {
  scroller: RefObject<HTMLElement | null>
  data: readonly LibraryRow[]
  /** Of every row, in pixels. */
  rowHeight: number
  /** Places, in order, of rows that stay in the page wherever one scrolls. */
  kept: readonly number[]
  onScroll: (offset: number) => void
  /** Another order or another filter: the list begins at its top again. */
  order: string
  children: (file: LibraryRow, index: number) => ReactElement
  ref?: Ref<RowsHandle>
}

/** Drawn before the list has measured itself, in pixels: else its rows would come a frame later. */
const FIRST_SIGHT = 880
/** Rows out of sight that are there already, on either side, while one scrolls: what a filter finds is drawn without them. */
const AHEAD = 4
/** Rows that come at once: most frames of a scrolling then have nothing to do, which no list that follows every pixel has. */
const STEP = 4

const stepOf = (top: number, rowHeight: number): number => Math.floor(top / rowHeight / STEP) * STEP

/**
 * Shows the rows in sight of a list whose rows are all of one height. A row that leaves the sight becomes the one that comes
 * into it: changing what stands in it costs a third of making another.
 */
export function RowWindow({ scroller, data, rowHeight, kept, onScroll, order, children, ref }: RowWindowProps) {
  const { height, first, isAtTop, hasMoved } = useSight({ scroller, data, rowHeight, onScroll, order })
  useImperativeHandle(
    ref,
    () => ({
      viewportSize: height,
      scrollToIndex: (index) => {
        const top = scroller.current?.scrollTop ?? 0
        const [above, below] = [index * rowHeight, (index + 1) * rowHeight - height]
        if (above < top) scroller.current?.scrollTo({ top: above })
        else if (below > top) scroller.current?.scrollTo({ top: below })
      },
    }),
    [scroller, rowHeight, height],
  )
  const [seen, ahead] = [Math.ceil(height / rowHeight), hasMoved ? AHEAD : 0]
  // After a filter the list is shorter than where one stood in it.
  const from = Math.max(0, Math.min(first, data.length - seen) - ahead)
  const places = inSight(from, Math.min(data.length, first + (isAtTop ? 0 : STEP) + seen + ahead), kept)
  const slots = useSlots(places.map((index) => data[index]?.id ?? ''))
  return (
    <div className="relative w-full" style={{ height: data.length * rowHeight }}>
      {places.map((index) => {
        const file = data[index]
        const place = { top: index * rowHeight, height: rowHeight, contain: 'size layout style' }
        return (
          file && (
            <div key={slots.get(file.id)} className="absolute inset-x-0" style={place}>
              {children(file, index)}
            </div>
          )
        )
      })}
    </div>
  )
}

/** How high the list is, the first row in sight, in steps, and whether these rows have been scrolled. */
function useSight({ scroller, data, rowHeight, onScroll, order }: Omit<RowWindowProps, 'kept' | 'children' | 'ref'>) {
  const [height, setHeight] = useState(FIRST_SIGHT)
  const [first, setFirst] = useState(0)
  const [isAtTop, setAtTop] = useState(true)
  const [moved, setMoved] = useState<unknown>()
  const [shownOrder, setShownOrder] = useState(order)
  if (shownOrder !== order) {
    // Now, not when the list is heard to have been scrolled there: its rows would be drawn twice.
    setShownOrder(order)
    setFirst(0)
    setAtTop(true)
  }
  const look = (list: HTMLElement | null, room: number) => {
    if (list === null) return
    if (room > 0) setHeight(room)
    setFirst(stepOf(list.scrollTop, rowHeight))
    setAtTop(list.scrollTop <= 0)
  }
  const hear = (list: HTMLElement) => {
    onScroll(list.scrollTop)
    if (list.scrollTop > 0) setMoved(data)
    look(list, 0)
  }
  const now = useRef({ look, hear })
  useLayoutEffect(() => {
    now.current = { look, hear }
  })
  // The list that is there already, as when its rows get another height, is measured before they are drawn.
  useLayoutEffect(() => now.current.look(scroller.current, scroller.current?.clientHeight ?? 0), [scroller, rowHeight])
  // @NOTE Not in the effect above: a list that comes together with its rows is not there yet when theirs runs.
  useEffect(() => {
    const list = scroller.current
    if (!list) return undefined
    const stop = listen(list, 'scroll', () => now.current.hear(list))
    if (typeof ResizeObserver === 'undefined') return stop
    const sizes = new ResizeObserver(([entry]) => entry && now.current.look(list, entry.contentRect.height))
    sizes.observe(list)
    return () => {
      stop()
      sizes.disconnect()
    }
  }, [scroller])
  return { height, first, isAtTop, hasMoved: moved === data }
}

/** Which slot shows which row; who stays in sight stays where it is. */
function useSlots(ids: readonly string[]): Slots {
  const [was, setSlots] = useState<Slots>(new Map())
  const slots = allotSlots(was, ids)
  if (slots !== was) setSlots(slots)
  return slots
}

function inSight(from: number, to: number, kept: readonly number[]): number[] {
  const seen = Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)
  return [...kept.filter((index) => index < from), ...seen, ...kept.filter((index) => index >= to)]
}
