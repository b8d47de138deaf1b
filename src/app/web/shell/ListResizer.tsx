import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useWords } from '#ui/words.ts'
import { LIST_WIDTH } from './useListWidth.ts'

const STEP = 16

/** The divider between list and reading pane. Drag it or use the arrow keys; a double click restores the default width. */
export function ListResizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useWords('app')
  const grip = useRef<{ x: number; width: number }>(undefined)
  const hear = (event: KeyboardEvent) => {
    const to: Record<string, number> = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: LIST_WIDTH.least,
      End: LIST_WIDTH.most,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    onWidth(next)
  }
  const take = (event: PointerEvent<HTMLElement>) => {
    // Pointer capture: the divider receives all moves of this pointer, even outside of it.
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = { x: event.clientX, width }
  }
  const drag = (event: PointerEvent) => {
    if (grip.current) onWidth(grip.current.width + event.clientX - grip.current.x)
  }
  const release = () => {
    grip.current = undefined
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('list_width')}
      aria-valuenow={width}
      aria-valuemin={LIST_WIDTH.least}
      aria-valuemax={LIST_WIDTH.most}
      tabIndex={0}
      onKeyDown={hear}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => onWidth(LIST_WIDTH.usual)}
      className="relative z-1 -mx-1 w-2 flex-none cursor-col-resize touch-none transition-colors hover:bg-accent-soft max-md:hidden"
    />
  )
}
