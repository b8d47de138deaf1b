import { useState } from 'react'
import type { DragEvent } from 'react'
import { create } from 'zustand'
import { listen } from '#browser/events/listen.ts'
import { after } from '#browser/timers/time.ts'

/** The drag data type with the ids of the dragged recordings, which folders accept. */
const DRAG_TYPE = 'application/x-earshot-files'

type DragData = Pick<DataTransfer, 'setData' | 'getData' | 'types'>

/** Call this on drag start. Until the drag ends, `useIsDraggingFiles` is true, so that drop targets can show themselves. */
export function startFileDrag(transfer: Pick<DragData, 'setData'>, ids: readonly string[]): void {
  transfer.setData(DRAG_TYPE, JSON.stringify(ids))
  // @NOTE Some browsers cancel a drag when the page changes while it starts.
  const cancelTimer = after(0, () => setDragging(true))
  const unsubscribes = [
    listen(document, 'dragend', endDrag, { capture: true }),
    // A row removed by the drop receives no dragend event.
    listen(document, 'drop', endDrag, { capture: true }),
    listen(document, 'pointerdown', endDrag, { capture: true }),
  ]
  function endDrag() {
    cancelTimer()
    for (const stop of unsubscribes) stop()
    setDragging(false)
  }
}

/** Returns whether recordings are being dragged. Their ids can only be read on drop. */
export const hasDraggedFiles = (transfer: Pick<DragData, 'types'>): boolean => transfer.types.includes(DRAG_TYPE)

/** Returns the ids of the dropped recordings; empty when something else was dropped. */
export function readDroppedFiles(transfer: Pick<DragData, 'getData'>): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(DRAG_TYPE))
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Returns whether recordings are being dragged. */
export const useIsDraggingFiles = (): boolean => useDrag((state) => state.isDragging)

/**
 * Makes an element a drop target for recordings; other drags are left to other targets. `isDropTarget` is true while recordings are
 * dragged, `isOver` while they are over the element; `dropHandlers` contains its handlers. Without `onFiles` it accepts none.
 */
export function useFilesDropTarget(onFiles: ((fileIds: readonly string[]) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  const isDraggingFiles = useIsDraggingFiles()
  const onDragOver = (event: DragEvent) => {
    if (!onFiles || !hasDraggedFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsOver(true)
  }
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    if (!onFiles || !hasDraggedFiles(event.dataTransfer)) return
    event.preventDefault()
    onFiles(readDroppedFiles(event.dataTransfer))
  }
  return { isOver, isDropTarget: isDraggingFiles && onFiles !== undefined, dropHandlers: { onDragOver, onDragLeave, onDrop } }
}

const useDrag = create(() => ({ isDragging: false }))

const setDragging = (isDragging: boolean): void => useDrag.setState({ isDragging })
