import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Keys that scroll the list. */
const SCROLL_KEYS = ['PageUp', 'PageDown', 'Home', 'End']

/**
 * Moves the focus between the time buttons of the rows with the arrow keys. `activeRow` is the row that the Tab key reaches. The
 * virtual list must keep it mounted. Calls `onManualScroll` when the user scrolls with the keyboard.
 */
export function useRowNavigation(
  container: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  count: number,
  onManualScroll: () => void,
) {
  const [requestedRow, setActiveRow] = useState(0)
  const shouldFocus = useRef(false)
  const activeRow = Math.min(requestedRow, count - 1)
  // The focus is the external system. It moves once the row is mounted.
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    container.current?.querySelector<HTMLElement>(`[data-segment="${activeRow}"]`)?.focus({ preventScroll: true })
  }, [container, activeRow])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (SCROLL_KEYS.includes(event.key)) onManualScroll()
    const offset = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const nextRow = activeRow + offset
    const isRowFocused = event.target instanceof Element && event.target.matches('[data-segment]')
    if (offset === 0 || !isRowFocused || nextRow < 0 || nextRow >= count) return
    event.preventDefault()
    onManualScroll()
    shouldFocus.current = true
    setActiveRow(nextRow)
    list.current?.scrollToIndex(nextRow, { align: 'nearest' })
  }
  return { activeRow, setActiveRow, handleKeyDown }
}
