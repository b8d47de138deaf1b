import { useState } from 'react'
import { type Grabbed, grabDrop, isNothing } from '#features/upload/web.tsx'
import { useEvent } from '#ui/useEvent.ts'

/**
 * An element that receives dropped files for a specific folder. `data-drop-folder` holds the folder id (empty: no folder) and
 * `data-drop-name` the name to display.
 */
export type DropPlace = { readonly folderId: string | null; readonly name: string; readonly box: DOMRect }

export type FileDrop = {
  readonly isHovering: boolean
  /** The drop target under the pointer, or null if the element under it belongs to no specific folder. */
  readonly place: DropPlace | null
}

const NOWHERE: FileDrop = { isHovering: false, place: null }

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files and folders dragged from the desktop and dropped anywhere on the window. A drop zone that handles the drop
 * itself calls `preventDefault`, and the event is then ignored here. `onDrop` receives the folder id of the drop target, or
 * undefined if the target belongs to no specific folder.
 */
export function useFileDrop(onDrop: (grabbed: Grabbed, folderId: string | null | undefined) => void): FileDrop {
  // Each element under the pointer fires dragenter and dragleave. The drag has left the window when the depth is back at 0.
  const [depth, setDepth] = useState(0)
  const [place, setPlace] = useState<DropPlace | null>(null)
  useEvent('window', 'dragenter', (event) => {
    if (carriesFiles(event)) setDepth((was) => was + 1)
  })
  useEvent('window', 'dragleave', (event) => {
    if (carriesFiles(event)) setDepth((was) => Math.max(0, was - 1))
  })
  useEvent('window', 'dragover', (event) => {
    if (!carriesFiles(event)) return
    // Without this, the browser would navigate to the dropped file.
    event.preventDefault()
    const below = placeOf(event)
    if (below?.folderId !== place?.folderId || below?.name !== place?.name) setPlace(below)
  })
  useEvent('window', 'drop', (event) => {
    setDepth(0)
    if (!carriesFiles(event) || event.defaultPrevented || !event.dataTransfer) return
    event.preventDefault()
    const grabbed = grabDrop(event.dataTransfer)
    if (!isNothing(grabbed)) onDrop(grabbed, placeOf(event)?.folderId)
  })
  return depth > 0 ? { isHovering: true, place } : NOWHERE
}

function placeOf({ target }: DragEvent): DropPlace | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-drop-folder]') : null
  if (!found) return null
  const { dropFolder = '', dropName = '' } = found.dataset
  return { folderId: dropFolder === '' ? null : dropFolder, name: dropName, box: found.getBoundingClientRect() }
}

/** Accepts files and folders pasted anywhere on the page. Text pasted into a text field is left to that field. */
export function useFilePaste(onPaste: (grabbed: Grabbed) => void): void {
  useEvent('window', 'paste', (event) => {
    if (event.defaultPrevented || !event.clipboardData) return
    const grabbed = grabDrop(event.clipboardData)
    if (isNothing(grabbed)) return
    // A table copied from a spreadsheet also contains a picture of it.
    if (event.clipboardData.types.includes('text/plain') && isTyping(event.target)) return
    event.preventDefault()
    onPaste(grabbed)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]:not([contenteditable="false"])') !== null
