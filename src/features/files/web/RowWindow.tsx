import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ReactElement, Ref, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { listen } from '#ui/listen.ts'
import type { LibraryRow } from '../contract.ts'

/** The handle of a list of rows in either layout. */
export type RowsHandle = Pick<VirtualizerHandle, 'scrollToIndex' | 'viewportSize'>

export type RowWindowProps = {
  scroller: RefObject<HTMLElement | null>
  data: readonly LibraryRow[]
  /** Height of every row in pixels. */
  rowHeight: number
  /** Sorted indexes of rows that stay rendered wherever the list is scrolled. */
  kept: readonly number[]
  onScroll: (offset: number) => void
  /** Changes with the sort and the filter; the list then starts at its top. */
  order: string
  children: (file: LibraryRow, index: number) => ReactElement
  ref?: Ref<RowsHandle>
}

/** Assumed height in pixels before the list is measured; otherwise its rows would appear a frame later. */
const FIRST_SIGHT = 880
/** Extra rows rendered on either side while scrolling. The first rendering after a filter is done without them. */
const AHEAD = 4
/** Rows are added in steps of this many, so that most frames of a scroll render nothing. */
const STEP = 4

const stepOf = (top: number, rowHeight: number): number => Math.floor(top / rowHeight / STEP) * STEP

/**
 * Renders the visible rows of a list with rows of a fixed height. A row that leaves the viewport is reused for one that enters
 * it: updating it costs a third of creating another.
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
  // A filtered list may be shorter than the scroll position.
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

/** Returns the height of the list, the first visible row in steps, and whether these rows have been scrolled. */
function useSight({ scroller, data, rowHeight, onScroll, order }: Omit<RowWindowProps, 'kept' | 'children' | 'ref'>) {
  const [height, setHeight] = useState(FIRST_SIGHT)
  const [first, setFirst] = useState(0)
  const [isAtTop, setAtTop] = useState(true)
  const [moved, setMoved] = useState<unknown>()
  const [shownOrder, setShownOrder] = useState(order)
  if (shownOrder !== order) {
    // Reset now, not on the scroll event: its rows would be rendered twice.
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
  // An existing list is measured before its rows are rendered, for example when the row height changes.
  useLayoutEffect(() => now.current.look(scroller.current, scroller.current?.clientHeight ?? 0), [scroller, rowHeight])
  // @NOTE Not in the effect above: a list that mounts together with its rows does not exist yet when their effect runs.
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

/** Returns the slot of each row. A row that stays visible keeps its slot. */
function useSlots(ids: readonly string[]): Slots {
  const [was, setSlots] = useState<Slots>(new Map())
  const slots = allotSlots(was, ids)
  if (slots !== was) setSlots(slots)
  return slots
}

/** The slot of each rendered recording by its id. */
export type Slots = ReadonlyMap<string, number>

/**
 * Assigns slots to rows. A row keeps its slot; a new row gets a free one, otherwise another. Returns the same object when nothing
 * changes.
 */
export function allotSlots(was: Slots, ids: readonly string[]): Slots {
  if (ids.length === was.size && ids.every((id) => was.has(id))) return was
  const wanted = new Set(ids)
  const free = [...was].flatMap(([id, slot]) => (wanted.has(id) ? [] : [slot]))
  let next = Math.max(-1, ...was.values()) + 1
  return new Map(ids.map((id) => [id, was.get(id) ?? free.pop() ?? next++]))
}

function inSight(from: number, to: number, kept: readonly number[]): number[] {
  const seen = Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)
  return [...kept.filter((index) => index < from), ...seen, ...kept.filter((index) => index >= to)]
}
