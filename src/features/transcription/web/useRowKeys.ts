import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Keys that scroll the list. */
const SCROLLING = ['PageUp', 'PageDown', 'Home', 'End']

/**
 * Moves the focus between the time buttons of the rows with the arrow keys. `activeRow` is the row that the Tab key reaches. The
 * virtual list must keep it mounted. Calls `onManualScroll` when the user scrolls with the keyboard.
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  rows: RefObject<VirtualizerHandle | null>,
  count: number,
  onLeave: () => void,
) {
  const [wanted, reach] = useState(0)
  const moved = useRef(false)
  const reached = Math.min(wanted, count - 1)
  // The focus is the external system. It moves once the row is mounted.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    box.current?.querySelector<HTMLElement>(`[data-segment="${reached}"]`)?.focus({ preventScroll: true })
  }, [box, reached])

  const hear = (event: KeyboardEvent) => {
    if (SCROLLING.includes(event.key)) onLeave()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const to = reached + step
    const isOnRow = event.target instanceof Element && event.target.matches('[data-segment]')
    if (step === 0 || !isOnRow || to < 0 || to >= count) return
    event.preventDefault()
    onLeave()
    moved.current = true
    reach(to)
    rows.current?.scrollToIndex(to, { align: 'nearest' })
  }
  return { reached, reach, hear }
}
