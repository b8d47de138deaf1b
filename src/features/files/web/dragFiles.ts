import { useState, useSyncExternalStore } from 'react'
import type { DragEvent } from 'react'
import { listen } from '#ui/listen.ts'
import { makeWatchers } from '#ui/makeWatchers.ts'
import { after } from '#ui/time.ts'

/** The drag data type with the ids of the dragged recordings, which folders accept. */
const DRAGGED_FILES = 'application/x-earshot-files'

type Dragged = Pick<DataTransfer, 'setData' | 'getData' | 'types'>

/** Call this on drag start. Until the drag ends, `useIsDraggingFiles` is true, so that drop targets can show themselves. */
export function carryFiles(transfer: Pick<Dragged, 'setData'>, ids: readonly string[]): void {
  transfer.setData(DRAGGED_FILES, JSON.stringify(ids))
  // @NOTE Some browsers cancel a drag when the page changes while it starts.
  const shown = after(0, () => tell(true))
  const deaf = [
    listen(document, 'dragend', end, { capture: true }),
    // A row removed by the drop receives no dragend event.
    listen(document, 'drop', end, { capture: true }),
    listen(document, 'pointerdown', end, { capture: true }),
  ]
  function end() {
    shown()
    for (const stop of deaf) stop()
    tell(false)
  }
}

/** Returns whether recordings are being dragged. Their ids can only be read on drop. */
export const carriesFiles = (transfer: Pick<Dragged, 'types'>): boolean => transfer.types.includes(DRAGGED_FILES)

/** Returns the ids of the dropped recordings; empty when something else was dropped. */
export function droppedFiles(transfer: Pick<Dragged, 'getData'>): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(DRAGGED_FILES))
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Returns whether recordings are being dragged. */
export const useFilesDragged = (): boolean => useSyncExternalStore(watch, () => isDragging)

/**
 * Makes an element a drop target for recordings; other drags are left to other targets. `isDropTarget` is true while recordings are
 * dragged, `isOver` while they are over the element; `dropHandlers` contains its handlers. Without `onFiles` it accepts none.
 */
export function useFilesDrop(onFiles: ((fileIds: readonly string[]) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  const isDragged = useFilesDragged()
  const onDragOver = (event: DragEvent) => {
    if (!onFiles || !carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsOver(true)
  }
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    if (!onFiles || !carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    onFiles(droppedFiles(event.dataTransfer))
  }
  return { isOver, isWanted: isDragged && onFiles !== undefined, drop: { onDragOver, onDragLeave, onDrop } }
}

let isDragging = false
const { watch, tellAll } = makeWatchers()

function tell(next: boolean): void {
  isDragging = next
  tellAll()
}
