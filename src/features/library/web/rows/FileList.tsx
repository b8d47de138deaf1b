import { useImperativeHandle, useRef, useState } from 'react'
import type { DragEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { CustomItemComponentProps } from 'virtua'
import { minutes } from '#shared/units.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { addDataForPrograms, prepareAudioDrag, startFileDrag } from '#features/files/web.tsx'
import type { FileListProps, ListLayout } from './rowProps.ts'
import { ROW_HEIGHT } from './rowProps.ts'
import { FileListRow } from './FileListRow.tsx'
import { VirtualRows } from './VirtualRows.tsx'
import type { RowsHandle, VirtualRowsProps } from './VirtualRows.tsx'
import { useListKeys } from './useListKeys.ts'
import { useListPointer } from './useListPointer.ts'
import { useSharedRowProps } from './useSharedRowProps.ts'
import { useScrollAnchor } from './useScrollAnchor.ts'
import { after } from '#browser/timers/time.ts'

/**
 * The rows of the list. The list is one tab stop. Arrows, Home, End and the page keys move within it, with Shift they select;
 * Space selects, Enter opens, Delete moves to the trash, F2 renames, M moves. Only visible rows are rendered.
 */
export function FileList(props: FileListProps) {
  const { files, indexById, layout, openId, selectedIds, isSelecting, ref } = props
  const now = useNow(minutes(1))
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<RowsHandle>(null)
  const [renamingId, setRenamingId] = useState<string>()
  const [draggedId, setDraggedId] = useState<string>()
  const rowHeight = ROW_HEIGHT[layout]
  const listProps = { files, indexById, rowHeight, scroller, rows }
  const {
    activeId,
    activate,
    moveTo,
    focus,
    handleKey: handleRowKey,
  } = useListKeys({ ...listProps, ...props, onRename: setRenamingId })
  const pointer = useListPointer({ isSelecting, onToggle: props.onToggle, onExtend: (to) => props.onExtend(activeId, to) })
  const handleScroll = useScrollAnchor({ scroller, indexById, rowHeight, openId, orderKey: props.orderKey, onFocusLost: focus })
  const { prepareDrag, startDrag } = useDragHandlers(props, setDraggedId)
  const shared = useSharedRowProps(props, { activate, moveTo, activeId, setRenamingId })
  useImperativeHandle(ref, () => ({ focus: () => moveTo(activeId) }))
  const mountedIndexes = [...new Set([activeId, renamingId, draggedId].flatMap((id) => indexById.get(id ?? '') ?? []))].sort(
    (a, b) => a - b,
  )
  const row = (file: LibraryRow, index: number) => (
    <FileListRow
      key={layout === 'columns' ? undefined : file.id}
      file={file}
      index={index}
      total={files.length}
      now={now}
      isOpen={file.id === openId}
      isActive={file.id === activeId}
      isSelected={selectedIds.has(file.id)}
      isSelecting={isSelecting}
      isRenaming={file.id === renamingId}
      shared={shared}
    />
  )
  return (
    // The list handles the events of its rows, which contain links and checkboxes.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scroller}
      role="list"
      aria-label={props.label}
      aria-busy={props.isLoading || undefined}
      // An opaque background: a transparent list is repainted with every step of the wheel.
      className="relative h-full overflow-y-auto overscroll-contain bg-surface"
      {...pointer}
      onPointerDown={(event) => {
        pointer.onPointerDown(event)
        prepareDrag(event)
      }}
      onKeyDown={handleRowKey}
      onDragStart={startDrag}
      onDoubleClick={(event) => isOpenFileTitle(event, props) && setRenamingId(openId)}
    >
      <VisibleRows
        layout={layout}
        scroller={scroller}
        data={files}
        rowHeight={rowHeight}
        mountedIndexes={mountedIndexes}
        onScroll={handleScroll}
        orderKey={props.orderKey}
        rows={rows}
      >
        {row}
      </VisibleRows>
    </div>
  )
}

/** Renders the visible rows: rows of a fixed height in columns, measured rows in lines. */
function VisibleRows({
  layout,
  rows,
  children,
  ...list
}: VirtualRowsProps & { layout: ListLayout; rows: RefObject<RowsHandle | null> }) {
  if (layout === 'columns')
    return (
      <VirtualRows ref={rows} {...list}>
        {children}
      </VirtualRows>
    )
  const { scroller, data, rowHeight, mountedIndexes, onScroll } = list
  return (
    <Virtualizer
      ref={(handle) => {
        rows.current = handle
      }}
      scrollRef={scroller}
      data={data}
      itemSize={rowHeight}
      item={MeasuredRow}
      keepMounted={mountedIndexes}
      onScroll={onScroll}
    >
      {children}
    </Virtualizer>
  )
}

/** Returns whether a double click hit the title of the open recording, which can be renamed. */
function isOpenFileTitle({ target }: MouseEvent, { files, indexById, openId }: FileListProps): boolean {
  const id = (target as Element).closest<HTMLElement>('[data-file]')?.dataset['file']
  return id !== undefined && id === openId && files[indexById.get(id) ?? -1]?.is_trash === false
}

/**
 * Returns the handlers of a drag. Dragging a selected row drags all selected rows. The press of a mouse prepares the drag of a single
 * one, because a mouse that moves starts it within a frame (docs/decisions/0048).
 */
function useDragHandlers({ files, indexById, selectedIds }: FileListProps, onDragStarted: (id: string) => void) {
  const t = useTranslations('files')
  const findDragged = ({ target, currentTarget }: { target: EventTarget; currentTarget: Element }) => {
    const title = currentTarget.contains(target as Node) ? (target as Element).closest<HTMLElement>('[data-file]') : null
    const file = files[indexById.get(title?.dataset['file'] ?? '') ?? -1]
    return file && { file, ids: selectedIds.has(file.id) ? [...selectedIds] : [file.id] }
  }
  return {
    prepareDrag: (event: PointerEvent<HTMLElement>) => {
      const isPlainPress = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
      const dragged = event.pointerType === 'mouse' && isPlainPress ? findDragged(event) : undefined
      if (dragged?.ids.length === 1 && !dragged.file.is_trash) void prepareAudioDrag(dragged.file)
    },
    startDrag: (event: DragEvent<HTMLElement>) => {
      const dragged = findDragged(event)
      if (!dragged) return
      const { file, ids } = dragged
      const { dataTransfer } = event
      const isSingle = ids.length === 1
      startFileDrag(dataTransfer, ids)
      addDataForPrograms(dataTransfer, ids, isSingle ? file : undefined)
      showDragImage(dataTransfer, isSingle ? file.filename : t('dragged', { count: ids.length }), !isSingle)
      // The drag ends with the row it started on, so this row stays rendered while the list scrolls.
      onDragStarted(file.id)
    },
  }
}

/**
 * @NOTE Virtua hides a row until the browser has measured it, which never happens in a page that renders no frames. The estimated
 * height is nearly always right, so rows are visible and focusable at once.
 */
function MeasuredRow({ style, children, ref }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}

const CARD =
  'fixed -top-96 left-0 z-50 flex h-9 max-w-72 items-center rounded-md border border-accent bg-raised px-3 text-md font-[560] text-ink shadow-lift'

/**
 * Sets the drag image: a card with the text, on a small stack for several recordings. The browser takes the image immediately,
 * from an element that must be in the page.
 */
function showDragImage(transfer: Pick<DataTransfer, 'setDragImage'>, label: string, isStack: boolean): void {
  const card = document.createElement('div')
  card.className = CARD
  card.setAttribute('aria-hidden', 'true')
  if (isStack) card.style.boxShadow = '3px 3px 0 -1px var(--raised), 3px 3px 0 0 var(--accent)'
  const text = document.createElement('span')
  text.className = 'truncate'
  text.dir = 'auto'
  text.textContent = label
  card.append(text)
  document.body.append(card)
  transfer.setDragImage(card, -8, 18)
  after(0, () => card.remove())
}
