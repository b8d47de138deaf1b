import type { CSSProperties, ReactNode, KeyboardEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

export type FilesPanesProps = {
  list: ReactNode
  /** A recording is open. Below 900 px, only its pane is shown then. */
  isRecordingOpen: boolean
  /** Nothing is shown next to the list, which takes the full width. */
  isListOnly?: boolean
  /** Something else stands in the place of the list while a recording is open. */
  isListHidden?: boolean
  children: ReactNode
}

/** The list and the reading pane side by side. Below 900 px only one of them is shown. */
export function FilesPanes({ list, isRecordingOpen, isListOnly = false, isListHidden = false, children }: FilesPanesProps) {
  const t = useTranslations('library')
  const [width, setWidth] = useListWidth()
  return (
    <div className="flex h-full" style={{ '--list-width': `${width}px` } as CSSProperties}>
      <section
        aria-label={t('list')}
        className={classes(
          'flex min-h-0 w-full flex-none flex-col border-line',
          !isListOnly && 'md:w-(--list-width) md:border-r',
          isRecordingOpen && 'max-md:hidden',
          isListHidden && 'hidden',
        )}
      >
        <div className="min-h-0 flex-1">{list}</div>
      </section>
      {!isListOnly && !isListHidden && <ListResizer width={width} onWidth={setWidth} />}
      <section
        id="reading"
        aria-label={t('open_recording')}
        tabIndex={-1}
        hidden={isListOnly}
        className={classes(
          'min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none',
          isListOnly ? 'hidden' : 'flex',
          !isRecordingOpen && 'max-md:hidden',
        )}
      >
        {children}
      </section>
    </div>
  )
}

const STEP = 16

/** The divider between list and reading pane. Drag it or use the arrow keys; a double click restores the default width. */
function ListResizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useTranslations('library')
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

const WIDTH_KEY = 'listWidth'

/** Widths of the list in CSS pixels. */
const LIST_WIDTH = { min: 280, initial: 352, max: 520 } as const

const clampWidth = (width: number): number => Math.round(Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width)))

/** The width of the list, stored in this browser. The setter clamps it to the limits of `LIST_WIDTH`. */
function useListWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState<number>(() => {
    const stored = getItem(WIDTH_KEY)
    return typeof stored === 'number' && Number.isFinite(stored) ? clampWidth(stored) : LIST_WIDTH.initial
  })
  const changeWidth = (newWidth: number) => {
    setItem(WIDTH_KEY, clampWidth(newWidth), { lifetime: NO_EXPIRATION })
    setWidth(clampWidth(newWidth))
  }
  return [width, changeWidth] as const
}
