import { useState } from 'react'
import { type Grabbed, grabDrop, isNothing } from '#features/upload/web.tsx'
import { useEvent } from '#ui/useEvent.ts'

/** A place of the page with a folder of its own, marked by `data-drop-folder` (empty: no folder) and, for the words, `data-drop-name`. */
export type DropPlace = { readonly folderId: string | null; readonly name: string; readonly box: DOMRect }

export type FileDrop = {
  readonly isHovering: boolean
  /** What they hover over, where it has a folder of its own. */
  readonly place: DropPlace | null
}

const NOWHERE: FileDrop = { isHovering: false, place: null }

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files and folders dragged from the desktop onto the window, wherever they are let go; a drop zone that takes them itself
 * prevents the default and is left alone. `onDrop` hears of the folder below, undefined where the place has none of its own.
 */
export function useFileDrop(onDrop: (grabbed: Grabbed, folderId: string | null | undefined) => void): FileDrop {
  // A drag enters and leaves every element on its way: only the outermost leaving counts.
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
    // Without this the browser would open the file in place of the app.
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
