import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { classes } from '#ui/classes.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { useWords } from '#ui/words.ts'
import { ColumnHeads } from './ColumnHeads.tsx'
import { EmptyShelf, NothingFound } from './EmptyShelf.tsx'
import { EmptyTrashButton } from './EmptyTrashButton.tsx'
import { FileList } from './FileList.tsx'
import type { FileListHandle } from './FileListProps.ts'
import { ListHead } from './ListHead.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { RemoveFilesDialog } from './RemoveFilesDialog.tsx'
import { RestComing } from './RestComing.tsx'
import { SearchField } from './SearchField.tsx'
import { foldAhead } from './searchTitles.ts'
import { TrashNote } from './TrashNote.tsx'
import { useShelfView } from './useShelfView.ts'
import type { ShelfListProps, ShelfView } from './useShelfView.ts'

const BulkBar = lazyPart(async () => (await import('./BulkBar.tsx')).BulkBar)

/** A loaded list: header, title filter, bulk actions and rows. */
export function ShelfList(props: ShelfListProps) {
  const { title, selectedId, order } = props
  const { library, files } = order
  const [pane, list] = [useRef<HTMLDivElement>(null), useRef<FileListHandle>(null)]
  const [heading, field] = [useRef<HTMLHeadingElement>(null), useRef<HTMLInputElement>(null)]
  const view = useShelfView(props, { pane, list, heading })
  const { isTrash, isWide, isEmpty, isSelecting, selection, acts } = view
  // Preloaded before the first selection.
  useEffect(() => void BulkBar.preload(), [])
  const filter = <Filter files={files} view={view} field={field} onLeave={() => list.current?.focus()} />
  return (
    // Handles the selection keys for the whole list.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={pane}
      data-selecting={isSelecting || undefined}
      onKeyDown={view.hear}
      className="relative flex h-full min-h-0 flex-col"
    >
      <div className={classes('flex-none', isSelecting && !isWide && 'sm:invisible')}>
        <ListHead
          title={title}
          isFirst={selectedId === undefined}
          count={view.count}
          isTrash={isTrash}
          onSelect={isEmpty ? undefined : selection.begin}
          heading={heading}
        >
          {isWide && !isEmpty && filter}
          {isTrash && files.length > 0 && <EmptyTrashButton files={files} />}
        </ListHead>
      </div>
      {!isWide && !isEmpty && filter}
      {isTrash && <TrashNote trashDays={props.trashDays} onChangeRule={props.onTrashRule} />}
      {isSelecting ? (
        <Bar {...props} view={view} list={list} />
      ) : (
        isWide && !isEmpty && <ColumnHeads isTrash={isTrash} hasExtra={view.hasExtra} onPickAll={selection.all} />
      )}
      <RestComing
        isComing={!library.isWhole || order.isSorting}
        hasFailed={library.isError && !library.isWhole}
        onRetry={() => void library.refetch()}
      />
      <Found view={view} />
      {isEmpty ? <EmptyShelf {...props} /> : <Rows {...props} view={view} list={list} field={field} />}
      <RemoveFilesDialog {...acts.asked} />
    </div>
  )
}

type Inner = ShelfListProps & { view: ShelfView; list: RefObject<FileListHandle | null> }
type Field = RefObject<HTMLInputElement | null>

type FilterProps = { files: ShelfListProps['order']['files']; view: ShelfView; field: Field; onLeave: () => void }

function Filter({ files, view, field, onLeave }: FilterProps) {
  return (
    <div className={view.isWide ? 'w-72' : 'flex-none px-3.5 pt-3 pb-1.5'}>
      <SearchField ref={field} value={view.query} onChange={view.setQuery} onFocus={() => foldAhead(files)} onLeave={onLeave} />
    </div>
  )
}

function Rows(props: Inner & { field: Field }) {
  const { view, list, field, order, layout, title, selectedId } = props
  const { acts, selection } = view
  if (order.files.length === 0) return <ListSkeleton layout={layout} />
  return (
    <div className="min-h-0 flex-1">
      {order.found.length === 0 ? (
        <NothingFound
          query={view.query}
          onClear={() => {
            view.setQuery('')
            field.current?.focus()
          }}
        />
      ) : (
        <FileList
          ref={list}
          label={title}
          layout={layout}
          files={order.found}
          places={view.places}
          order={view.orderName}
          isBusy={!order.library.isWhole || order.isSorting}
          openId={selectedId}
          picked={selection.ids}
          isSelecting={selection.isSelecting}
          trashDays={props.trashDays}
          moveMenu={props.moveMenu}
          foldersOf={view.foldersOf}
          chipOf={props.chipOf}
          onToggle={selection.toggle}
          onExtend={selection.extend}
          onRename={acts.rename}
          onDelete={(file) => void acts.discard(file)}
          onMove={acts.move}
          onGone={(id) => acts.leave([id])}
        />
      )}
    </div>
  )
}

function Bar({ view, list, layout, moveItems, exportAction }: Inner) {
  const { acts, selection, shown, isAll } = view
  const ids = acts.chosen.map(({ id }) => id)
  return (
    <BulkBar
      waiting={<div className="h-10 flex-none border-b border-line max-sm:hidden" hidden={!view.isWide} />}
      layout={layout}
      isTrash={view.isTrash}
      count={ids.length}
      hidden={ids.length - shown}
      isAll={isAll}
      onAll={selection.all}
      onClear={() => {
        selection.clear()
        list.current?.focus()
      }}
      moveItems={moveItems?.(acts.chosen, acts.moved)}
      wantsMove={acts.wantsMove}
      onMoveOpened={acts.moveOpened}
      onTrash={() => acts.discard()}
      onRestore={acts.restore}
      onRemove={() => void acts.discard()}
      exportAction={exportAction?.(ids)}
    />
  )
}

/** Announces the number of matches and of selected recordings to screen readers. */
function Found({ view }: { view: ShelfView }) {
  const t = useWords('files')
  const { isFiltered, places, acts } = view
  return (
    <>
      <p role="status" className="sr-only">
        {isFiltered && t('found', { count: places.size })}
      </p>
      <p role="status" className="sr-only">
        {acts.chosen.length > 0 && t('selected', { count: acts.chosen.length })}
      </p>
    </>
  )
}
