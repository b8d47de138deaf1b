import { useState } from 'react'
import type { DragEvent } from 'react'
import { carriesFiles, droppedFiles, useFilesDragged } from './dragFiles.ts'

/**
 * Makes an element take the recordings that are dropped on it; everything else passes on to whoever wants it. `isWanted` while
 * recordings are being dragged, `isOver` while they are over it; the rest goes onto the element. Without `onFiles` it takes none.
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
