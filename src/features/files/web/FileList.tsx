import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { Virtualizer } from 'virtua'
import type { CustomItemComponentProps, VirtualizerHandle } from 'virtua'
import { minutes } from '#kit/units.ts'
import { useNow } from '#ui/useNow.ts'
import type { LibraryRow } from '../contract.ts'
import { FileListRow, ROW_HEIGHT } from './FileListRow.tsx'
import type { RowActions } from './FileListRow.tsx'
import type { ChipOf } from './FileState.tsx'
import { useListKeys } from './useListKeys.ts'

export type FileListHandle = { focus: () => void }

export type FileListProps = {
  label: string
  files: readonly LibraryRow[]
  selectedId?: string | undefined
  onRename: (file: LibraryRow, name: string) => void
  /** Delete was pressed on a row. */
  onDelete: (file: LibraryRow) => void
  /** The recording has left the list by its menu. */
  onGone: (id: string) => void
  moveMenu?: ((file: LibraryRow) => ReactNode) | undefined
  chipOf?: ChipOf | undefined
  ref?: Ref<FileListHandle>
}

/**
 * The rows. The list is one stop of the Tab key; arrows, Home, End and the page keys move in it, Enter opens, Delete trashes,
 * F2 renames. Only the rows in sight are in the page.
 */
export function FileList({ label, files, selectedId, onRename, onDelete, onGone, moveMenu, chipOf, ref }: FileListProps) {
  const now = useNow(minutes(1))
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualizerHandle>(null)
  const [renamingId, setRenamingId] = useState<string>()
  const { activeId, choose, moveTo, hear } = useListKeys({ files, selectedId, scroller, rows, onDelete, onRename: setRenamingId })
  useImperativeHandle(ref, () => ({ focus: () => moveTo(activeId) }))
  const current = { files, activeId, choose, hear, onRename, onGone, moveTo }
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  const actions = useMemo<RowActions>(
    () => ({
      onFocus: (id) => latest.current.choose(id),
      onKeyDown: (event) => latest.current.hear(event),
      onRename: setRenamingId,
      onRenamed: (id, name) => {
        const file = latest.current.files.find((one) => one.id === id)
        setRenamingId(undefined)
        latest.current.moveTo(id)
        if (file && name !== null) latest.current.onRename(file, name)
      },
      onGone: (id) => {
        latest.current.moveTo(latest.current.activeId)
        latest.current.onGone(id)
      },
      moveMenu,
      chipOf,
    }),
    [moveMenu, chipOf],
  )
  const kept = files.flatMap((file, index) => (file.id === activeId || file.id === renamingId ? [index] : []))
  return (
    <div ref={scroller} role="list" aria-label={label} className="relative h-full overflow-y-auto overscroll-contain">
      <Virtualizer ref={rows} scrollRef={scroller} data={files} itemSize={ROW_HEIGHT} item={SeenRow} keepMounted={kept}>
        {(file, index) => (
          <FileListRow
            key={file.id}
            file={file}
            index={index}
            total={files.length}
            now={now}
            isSelected={file.id === selectedId}
            isActive={file.id === activeId}
            isRenaming={file.id === renamingId}
            actions={actions}
          />
        )}
      </Virtualizer>
    </div>
  )
}

/**
 * @NOTE The list hides a row until the browser has told its height, which a page that draws no frames never does. Ours are
 * nearly always as high as was said beforehand: they are shown, and can take the focus, at once.
 */
function SeenRow({ style, children, ref }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}
