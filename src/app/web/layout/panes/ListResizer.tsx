import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { LIST_WIDTH } from './useListWidth.ts'

const STEP = 16

/** The divider between list and reading pane. Drag it or use the arrow keys; a double click restores the default width. */
export function ListResizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useTranslations('app')
  const dragStart = useRef<{ x: number; width: number }>(undefined)
  const resizeByKey = (event: KeyboardEvent) => {
    const widthByKey: Record<string, number> = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: LIST_WIDTH.min,
      End: LIST_WIDTH.max,
    }
    const newWidth = widthByKey[event.key]
    if (newWidth === undefined) return
    event.preventDefault()
    onWidth(newWidth)
  }
  const startDrag = (event: PointerEvent<HTMLElement>) => {
    // Pointer capture: the divider receives all moves of this pointer, even outside of it.
    event.currentTarget.setPointerCapture?.(event.pointerId)
    dragStart.current = { x: event.clientX, width }
  }
  const drag = (event: PointerEvent) => {
    if (dragStart.current) onWidth(dragStart.current.width + event.clientX - dragStart.current.x)
  }
  const endDrag = () => {
    dragStart.current = undefined
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('list_width')}
      aria-valuenow={width}
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.max}
      tabIndex={0}
      onKeyDown={resizeByKey}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={() => onWidth(LIST_WIDTH.initial)}
      className="relative z-1 -mx-1 w-2 flex-none cursor-col-resize touch-none transition-colors hover:bg-accent-soft max-md:hidden"
    />
  )
}
