import { useRef } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'

export type ListPointer = {
  /** Rows are being chosen: a finger's tap chooses instead of opening. */
  isSelecting: boolean
  onToggle: (id: string) => void
  /** Shift held: all from the row chosen last are chosen. */
  onExtend: (to: string) => void
}

/** How long a finger rests on a row until that chooses it, in milliseconds, and how far it may stray meanwhile, in pixels. */
const LONG_PRESS = 450
const STRAY = 10

/**
 * What mouse and finger do in the list beside opening: a click with Ctrl or Cmd chooses a row, one with Shift a range, a
 * finger that rests on one begins to choose. Heard once for all rows; the handlers go onto what holds them.
 */
export function useListPointer({ isSelecting, onToggle, onExtend }: ListPointer) {
  const pointer = useRef({ type: 'mouse', x: 0, y: 0, wasLong: false })
  const resting = useRef<Stop>(undefined)
  const lift = () => resting.current?.()

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    lift()
    pointer.current = { type: event.pointerType, x: event.clientX, y: event.clientY, wasLong: false }
    const id = rowOf(event)
    if (event.pointerType !== 'touch' || id === undefined || isSelecting) return
    resting.current = after(LONG_PRESS, () => {
      pointer.current.wasLong = true
      onToggle(id)
    })
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { x, y } = pointer.current
    if (Math.abs(clientX - x) > STRAY || Math.abs(clientY - y) > STRAY) lift()
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
  // With Shift the browser would mark the text between.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey && rowOf(event) !== undefined) event.preventDefault()
  }
  // A finger that rests on a link asks most browsers for their own menu.
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (pointer.current.type === 'touch' && rowOf(event) !== undefined) event.preventDefault()
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: lift,
    onPointerCancel: lift,
    onClickCapture,
    onMouseDown,
    onContextMenu,
  }
}

/** The row whose title, which covers it, the event is about; not its box, its menu or what else can be pressed in it. */
function rowOf({ target, currentTarget }: MouseEvent<HTMLElement>): string | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined
  return target.closest<HTMLElement>('[data-file]')?.dataset['file']
}
