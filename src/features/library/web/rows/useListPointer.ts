import { useRef } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'

export type ListPointer = {
  /** Selection mode: a tap selects instead of opening. */
  isSelecting: boolean
  onToggle: (id: string) => void
  /** Called with Shift: selects the range from the row selected last. */
  onExtend: (to: string) => void
}

/** Duration of a long press in milliseconds, and the maximum movement during it in pixels. */
const LONG_PRESS = 450
const MAX_MOVEMENT = 10

/**
 * Pointer selection in the list: Ctrl or Cmd click selects a row, Shift click a range, a long press starts selection mode. The
 * handlers belong on the element that contains all rows.
 */
export function useListPointer({ isSelecting, onToggle, onExtend }: ListPointer) {
  const pointer = useRef({ type: 'mouse', x: 0, y: 0, wasLong: false })
  const longPressTimer = useRef<Stop>(undefined)
  const cancelLongPress = () => longPressTimer.current?.()

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    cancelLongPress()
    pointer.current = { type: event.pointerType, x: event.clientX, y: event.clientY, wasLong: false }
    const id = rowOf(event)
    if (event.pointerType !== 'touch' || id === undefined || isSelecting) return
    longPressTimer.current = after(LONG_PRESS, () => {
      pointer.current.wasLong = true
      onToggle(id)
    })
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { x, y } = pointer.current
    if (Math.abs(clientX - x) > MAX_MOVEMENT || Math.abs(clientY - y) > MAX_MOVEMENT) cancelLongPress()
  }
  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    const id = rowOf(event)
    if (id === undefined) return
    const isTouch = pointer.current.type === 'touch' && event.detail > 0
    if (isTouch && pointer.current.wasLong) pointer.current.wasLong = false
    else if (event.shiftKey) onExtend(id)
    else if (event.ctrlKey || event.metaKey || (isTouch && isSelecting)) onToggle(id)
    else return
    event.preventDefault()
    event.stopPropagation()
    ;(event.target as HTMLElement).closest<HTMLElement>('[data-file]')?.focus({ preventScroll: true })
  }
  // With Shift the browser would select the text between.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey && rowOf(event) !== undefined) event.preventDefault()
  }
  // Most browsers open their own menu on a long press on a link.
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (pointer.current.type === 'touch' && rowOf(event) !== undefined) event.preventDefault()
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: cancelLongPress,
    onPointerCancel: cancelLongPress,
    onClickCapture,
    onMouseDown,
    onContextMenu,
  }
}

/** Returns the row whose title, which covers the row, is the target; not its checkbox, menu or other controls. */
function rowOf({ target, currentTarget }: MouseEvent<HTMLElement>): string | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined
  return target.closest<HTMLElement>('[data-file]')?.dataset['file']
}
