import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useCurrentFolderId, useFolder } from '#features/folders/web.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isTextField } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { type DroppedFiles, isEmptyDrop, readDrop } from './selection/newUploads.ts'

export type DropOverlayProps = {
  /** The drop target under the pointer. It is outlined. */
  target: DropTarget | null
}

/** Covers the window while files are dragged over it, and names the folder they would be uploaded to. */
export function DropOverlay({ target }: DropOverlayProps) {
  const t = useTranslations('upload')
  const currentFolder = useFolder(useCurrentFolderId() ?? undefined)
  const name = target === null ? currentFolder?.name : target.name
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-veil p-4">
      {target && <TargetOutline target={target} />}
      <p className="flex max-w-full min-w-0 items-center gap-3 rounded-lg border border-dashed border-accent bg-raised px-8 py-6 text-lg font-[600] shadow-lift">
        <Upload aria-hidden className="size-5 flex-none text-accent" />
        <span className="min-w-0 break-words">{name ? t('drop_into', { folder: bidiIsolate(name) }) : t('drop_to_upload')}</span>
      </p>
    </div>
  )
}

function TargetOutline({ target: { rect } }: { target: DropTarget }) {
  const { left, top, width, height } = rect
  return <span className="absolute rounded-md ring-2 ring-accent" style={{ left, top, width, height }} />
}

/**
 * An element that receives dropped files for a specific folder. `data-drop-folder` holds the folder id (empty: no folder) and
 * `data-drop-name` the name to display.
 */
type DropTarget = { readonly folderId: string | null; readonly name: string; readonly rect: DOMRect }

type FileDrop = {
  readonly isHovering: boolean
  /** The drop target under the pointer, or null if the element under it belongs to no specific folder. */
  readonly target: DropTarget | null
}

const NOT_HOVERING: FileDrop = { isHovering: false, target: null }

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files and folders dragged from the desktop and dropped anywhere on the window. A drop zone that handles the drop
 * itself calls `preventDefault`, and the event is then ignored here. `onDrop` receives the folder id of the drop target, or
 * undefined if the target belongs to no specific folder.
 */
export function useFileDrop(onDrop: (dropped: DroppedFiles, folderId: string | null | undefined) => void): FileDrop {
  // Each element under the pointer fires dragenter and dragleave. The drag has left the window when the depth is back at 0.
  const [depth, setDepth] = useState(0)
  const [target, setTarget] = useState<DropTarget | null>(null)
  useEvent('window', 'dragenter', (event) => {
    if (hasFiles(event)) setDepth((current) => current + 1)
  })
  useEvent('window', 'dragleave', (event) => {
    if (hasFiles(event)) setDepth((current) => Math.max(0, current - 1))
  })
  useEvent('window', 'dragover', (event) => {
    if (!hasFiles(event)) return
    // Without this, the browser would navigate to the dropped file.
    event.preventDefault()
    // The drag began before this code was loaded: browsers fire dragenter once for each element.
    setDepth((current) => Math.max(1, current))
    const targetBelow = findDropTarget(event)
    if (targetBelow?.folderId !== target?.folderId || targetBelow?.name !== target?.name) setTarget(targetBelow)
  })
  useEvent('window', 'drop', (event) => {
    setDepth(0)
    if (!hasFiles(event) || event.defaultPrevented || !event.dataTransfer) return
    event.preventDefault()
    const dropped = readDrop(event.dataTransfer)
    if (!isEmptyDrop(dropped)) onDrop(dropped, findDropTarget(event)?.folderId)
  })
  return depth > 0 ? { isHovering: true, target } : NOT_HOVERING
}

function findDropTarget({ target }: DragEvent): DropTarget | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-drop-folder]') : null
  if (!element) return null
  const { dropFolder = '', dropName = '' } = element.dataset
  return { folderId: dropFolder === '' ? null : dropFolder, name: dropName, rect: element.getBoundingClientRect() }
}

/** Accepts files and folders pasted anywhere on the page. Text pasted into a text field is left to that field. */
export function useFilePaste(onPaste: (dropped: DroppedFiles) => void): void {
  useEvent('window', 'paste', (event) => {
    if (event.defaultPrevented || !event.clipboardData) return
    const dropped = readDrop(event.clipboardData)
    if (isEmptyDrop(dropped)) return
    // A table copied from a spreadsheet also contains a picture of it.
    if (event.clipboardData.types.includes('text/plain') && isTextField(event.target)) return
    event.preventDefault()
    onPaste(dropped)
  })
}
