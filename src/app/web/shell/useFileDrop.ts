import { useState } from 'react'
import { useEvent } from '#ui/useEvent.ts'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files dragged from the desktop onto the window, wherever they are let go; a drop zone that takes them itself prevents the
 * default and is left alone. Returns true while they hover.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  // A drag enters and leaves every element on its way: only the outermost leaving counts.
  const [depth, setDepth] = useState(0)
  useEvent('window', 'dragenter', (event) => {
    if (carriesFiles(event)) setDepth((was) => was + 1)
  })
  useEvent('window', 'dragleave', (event) => {
    if (carriesFiles(event)) setDepth((was) => Math.max(0, was - 1))
  })
  useEvent('window', 'dragover', (event) => {
    // Without this the browser would open the file in place of the app.
    if (carriesFiles(event)) event.preventDefault()
  })
  useEvent('window', 'drop', (event) => {
    setDepth(0)
    if (!carriesFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  return depth > 0
}
