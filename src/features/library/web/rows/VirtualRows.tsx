import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ReactElement, Ref, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { listen } from '#browser/events/listen.ts'
import type { LibraryRow } from '#features/files/contract.ts'

/** The handle of a list of rows in either layout. */
export type RowsHandle = Pick<VirtualizerHandle, 'scrollToIndex' | 'viewportSize'>

export type VirtualRowsProps = {
  scroller: RefObject<HTMLElement | null>
  data: readonly LibraryRow[]
  /** Height of every row in pixels. */
  rowHeight: number
  /** Sorted indexes of rows that stay rendered wherever the list is scrolled. */
  mountedIndexes: readonly number[]
  onScroll: (offset: number) => void
  /** Changes with the sort and the filter; the list then starts at its top. */
  orderKey: string
  children: (file: LibraryRow, index: number) => ReactElement
  ref?: Ref<RowsHandle>
}

/** Assumed height in pixels before the list is measured; otherwise its rows would appear a frame later. */
const INITIAL_HEIGHT = 880
/** Extra rows rendered on either side while scrolling. The first rendering after a filter is done without them. */
const OVERSCAN = 4
/** Rows are added in steps of this many, so that most frames of a scroll render nothing. */
const ROW_STEP = 4

const stepOf = (top: number, rowHeight: number): number => Math.floor(top / rowHeight / ROW_STEP) * ROW_STEP

/**
 * Renders the visible rows of a list with rows of a fixed height. A row that leaves the viewport is reused for one that enters
 * it: updating it costs a third of creating another.
 */
export function VirtualRows({ scroller, data, rowHeight, mountedIndexes, onScroll, orderKey, children, ref }: VirtualRowsProps) {
  const { height, firstRow, isAtTop, hasScrolled } = useViewport({ scroller, data, rowHeight, onScroll, orderKey })
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
  const [visibleRows, overscan] = [Math.ceil(height / rowHeight), hasScrolled ? OVERSCAN : 0]
  // A filtered list may be shorter than the scroll position.
  const from = Math.max(0, Math.min(firstRow, data.length - visibleRows) - overscan)
  const indexes = visibleIndexes(
    from,
    Math.min(data.length, firstRow + (isAtTop ? 0 : ROW_STEP) + visibleRows + overscan),
    mountedIndexes,
  )
  const slots = useSlots(indexes.map((index) => data[index]?.id ?? ''))
  return (
    <div className="relative w-full" style={{ height: data.length * rowHeight }}>
      {indexes.map((index) => {
        const file = data[index]
        const style = { top: index * rowHeight, height: rowHeight, contain: 'size layout style' }
        return (
          file && (
            <div key={slots.get(file.id)} className="absolute inset-x-0" style={style}>
              {children(file, index)}
            </div>
          )
        )
      })}
    </div>
  )
}

/** Returns the height of the list, the first visible row in steps, and whether these rows have been scrolled. */
function useViewport({
  scroller,
  data,
  rowHeight,
  onScroll,
  orderKey,
}: Omit<VirtualRowsProps, 'mountedIndexes' | 'children' | 'ref'>) {
  const [height, setHeight] = useState(INITIAL_HEIGHT)
  const [firstRow, setFirst] = useState(0)
  const [isAtTop, setAtTop] = useState(true)
  const [movedData, setMovedData] = useState<unknown>()
  const [shownOrder, setShownOrder] = useState(orderKey)
  if (shownOrder !== orderKey) {
    // Reset now, not on the scroll event: its rows would be rendered twice.
    setShownOrder(orderKey)
    setFirst(0)
    setAtTop(true)
  }
  const measure = (element: HTMLElement | null, availableHeight: number) => {
    if (element === null) return
    if (availableHeight > 0) setHeight(availableHeight)
    setFirst(stepOf(element.scrollTop, rowHeight))
    setAtTop(element.scrollTop <= 0)
  }
  const handleScroll = (element: HTMLElement) => {
    onScroll(element.scrollTop)
    if (element.scrollTop > 0) setMovedData(data)
    measure(element, 0)
  }
  const handlers = useRef({ measure, handleScroll })
  useLayoutEffect(() => {
    handlers.current = { measure, handleScroll }
  })
  // An existing list is measured before its rows are rendered, for example when the row height changes.
  useLayoutEffect(() => handlers.current.measure(scroller.current, scroller.current?.clientHeight ?? 0), [scroller, rowHeight])
  // @NOTE Not in the effect above: a list that mounts together with its rows does not exist yet when their effect runs.
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const stop = listen(element, 'scroll', () => handlers.current.handleScroll(element))
    if (typeof ResizeObserver === 'undefined') return stop
    const sizes = new ResizeObserver(([entry]) => entry && handlers.current.measure(element, entry.contentRect.height))
    sizes.observe(element)
    return () => {
      stop()
      sizes.disconnect()
    }
  }, [scroller])
  return { height, firstRow, isAtTop, hasScrolled: movedData === data }
}

/** Returns the slot of each row. A row that stays visible keeps its slot. */
function useSlots(ids: readonly string[]): Slots {
  const [previous, setSlots] = useState<Slots>(new Map())
  const slots = assignSlots(previous, ids)
  if (slots !== previous) setSlots(slots)
  return slots
}

/** The slot of each rendered recording by its id. */
export type Slots = ReadonlyMap<string, number>

/**
 * Assigns slots to rows. A row keeps its slot; a new row gets a free one, otherwise another. Returns the same object when nothing
 * changes.
 */
export function assignSlots(previous: Slots, ids: readonly string[]): Slots {
  if (ids.length === previous.size && ids.every((id) => previous.has(id))) return previous
  const wanted = new Set(ids)
  const free = [...previous].flatMap(([id, slot]) => (wanted.has(id) ? [] : [slot]))
  let next = Math.max(-1, ...previous.values()) + 1
  return new Map(ids.map((id) => [id, previous.get(id) ?? free.pop() ?? next++]))
}

function visibleIndexes(from: number, to: number, mountedIndexes: readonly number[]): number[] {
  const visible = Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)
  return [...mountedIndexes.filter((index) => index < from), ...visible, ...mountedIndexes.filter((index) => index >= to)]
}
