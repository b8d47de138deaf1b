import { useImperativeHandle, useRef, useState } from 'react'
import type { DragEvent, MouseEvent, RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { CustomItemComponentProps } from 'virtua'
import { minutes } from '#kit/units.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import { carryFiles } from './dragFiles.ts'
import { showDragGhost } from './dragGhost.ts'
import type { FileListProps } from './FileListProps.ts'
import { FileListRow, ROW_HEIGHT } from './FileListRow.tsx'
import { RowWindow } from './RowWindow.tsx'
import type { RowsHandle, RowWindowProps } from './RowWindow.tsx'
import type { ListLayout } from './useListLayout.ts'
import { useListKeys } from './useListKeys.ts'
import { useListPointer } from './useListPointer.ts'
import { useRowKit } from './useRowKit.ts'
import { useScrollKept } from './useScrollKept.ts'

/**
 * The rows. The list is one stop of the Tab key; arrows, Home, End and the page keys move in it, with Shift they choose, Space
 * chooses, Enter opens, Delete trashes, F2 renames, M moves. Only the rows in sight are in the page.
 */
export function FileList(props: FileListProps) {
  const { files, places, layout, openId, picked, isSelecting, ref } = props
  const now = useNow(minutes(1))
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<RowsHandle>(null)
  const [renamingId, setRenamingId] = useState<string>()
  const [draggedId, setDraggedId] = useState<string>()
  const rowHeight = ROW_HEIGHT[layout]
  const shape = { files, places, rowHeight, scroller, rows, selectedId: openId }
  const { activeId, choose, moveTo, focus, hear } = useListKeys({ ...shape, ...props, onRename: setRenamingId })
  const pointer = useListPointer({ isSelecting, onToggle: props.onToggle, onExtend: (to) => props.onExtend(activeId, to) })
  const noteScroll = useScrollKept({ scroller, places, rowHeight, openId, order: props.order, onFocusLost: focus })
  const startDrag = useStartDrag(props, setDraggedId)
  const kit = useRowKit(props, { choose, moveTo, activeId, setRenamingId })
  useImperativeHandle(ref, () => ({ focus: () => moveTo(activeId) }))
  const kept = [...new Set([activeId, renamingId, draggedId].flatMap((id) => places.get(id ?? '') ?? []))].sort((a, b) => a - b)
  const row = (file: LibraryRow, index: number) => (
    <FileListRow
      key={layout === 'columns' ? undefined : file.id}
      file={file}
      index={index}
      total={files.length}
      now={now}
      isOpen={file.id === openId}
      isActive={file.id === activeId}
      isPicked={picked.has(file.id)}
      isSelecting={isSelecting}
      isRenaming={file.id === renamingId}
      kit={kit}
    />
  )
  return (
    // The list hears for all its rows, whose links and boxes are what is pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scroller}
      role="list"
      aria-label={props.label}
      aria-busy={props.isBusy || undefined}
      // A ground of its own: a list that is seen through is painted anew with every step of the wheel.
      className="relative h-full overflow-y-auto overscroll-contain bg-ground"
      {...pointer}
      onKeyDown={hear}
      onDragStart={startDrag}
      onDoubleClick={(event) => isOfOpen(event, props) && setRenamingId(openId)}
    >
      <InSight
        layout={layout}
        scroller={scroller}
        data={files}
        rowHeight={rowHeight}
        kept={kept}
        onScroll={noteScroll}
        order={props.order}
        rows={rows}
      >
        {row}
      </InSight>
    </div>
  )
}

/** The rows in sight: of one height in columns, of nearly one in two lines. */
function InSight({
  layout,
  rows,
  children,
  ...list
}: RowWindowProps & { layout: ListLayout; rows: RefObject<RowsHandle | null> }) {
  if (layout === 'columns')
    return (
      <RowWindow ref={rows} {...list}>
        {children}
      </RowWindow>
    )
  const { scroller, data, rowHeight, kept, onScroll } = list
  return (
    <Virtualizer
      ref={(handle) => {
        rows.current = handle
      }}
      scrollRef={scroller}
      data={data}
      itemSize={rowHeight}
      item={SeenRow}
      keepMounted={kept}
      onScroll={onScroll}
    >
      {children}
    </Virtualizer>
  )
}

/** Whether a double click met the title of the open recording, which may be given another. */
function isOfOpen({ target }: MouseEvent, { files, places, openId }: FileListProps): boolean {
  const id = (target as Element).closest<HTMLElement>('[data-file]')?.dataset['file']
  return id !== undefined && id === openId && files[places.get(id) ?? -1]?.is_trash === false
}

/** A row that is chosen takes all chosen ones along. */
function useStartDrag({ files, places, picked }: FileListProps, onDragged: (id: string) => void) {
  const t = useWords('files')
  return ({ target, currentTarget, dataTransfer }: DragEvent<HTMLElement>) => {
    const id = currentTarget.contains(target as Node)
      ? (target as Element).closest<HTMLElement>('[data-file]')?.dataset['file']
      : undefined
    const file = id === undefined ? undefined : files[places.get(id) ?? -1]
    if (!file) return
    const ids = picked.has(file.id) ? [...picked] : [file.id]
    carryFiles(dataTransfer, ids)
    showDragGhost(dataTransfer, ids.length === 1 ? file.filename : t('dragged', { count: ids.length }), ids.length > 1)
    // The drag ends with the row it began on: that one stays in the page however far one scrolls.
    onDragged(file.id)
  }
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
