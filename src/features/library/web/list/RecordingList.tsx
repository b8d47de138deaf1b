import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ColumnHeaders } from '../toolbar/ColumnHeaders.tsx'
import { EmptyList, NoMatches } from './EmptyList.tsx'
import { EmptyTrashButton } from './EmptyTrashButton.tsx'
import { FileList } from '../rows/FileList.tsx'
import type { FileListHandle } from '../rows/rowProps.ts'
import { ListHeader } from '../toolbar/ListHeader.tsx'
import { ListSkeleton, LoadProgress } from './ListLoading.tsx'
import { RemoveFilesDialog, prepareTitles } from '#features/files/web.tsx'
import { FolderDialog } from '#features/folders/web.tsx'
import { TextMatches } from '#features/search/web.tsx'
import { SearchField } from '#ui/search/SearchField.tsx'
import { TrashNotice } from './TrashNotice.tsx'
import { useRecordingList } from './useRecordingList.ts'
import type { RecordingListProps, RecordingListState } from './useRecordingList.ts'

const BulkBar = lazyComponent(async () => (await import('../selection/BulkBar.tsx')).BulkBar)

/** A loaded list: header, title filter, bulk actions and rows. */
export function RecordingList(props: RecordingListProps) {
  const { listView, title, openId, order } = props
  const { library, files } = order
  const [pane, list] = [useRef<HTMLDivElement>(null), useRef<FileListHandle>(null)]
  const [heading, field] = [useRef<HTMLHeadingElement>(null), useRef<HTMLInputElement>(null)]
  const state = useRecordingList(props, { pane, list, heading })
  const { isTrash, isWide: isColumns, isEmpty, isSelecting, selection, actions } = state
  // Preloaded before the first selection.
  useEffect(() => void BulkBar.preload(), [])
  const filter = <TitleFilter files={files} state={state} field={field} onLeave={() => list.current?.focus()} />
  return (
    // Handles the selection keys for the whole list.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={pane} onKeyDown={state.handleKeyDown} className="relative flex h-full min-h-0 flex-col">
      <div className={classes('flex-none', isSelecting && !isColumns && 'sm:invisible')}>
        <ListHeader
          title={title}
          isPageHeading={openId === undefined}
          count={state.count}
          listView={listView}
          isColumns={isColumns}
          onStartSelecting={isEmpty ? undefined : selection.start}
          heading={heading}
        >
          {isColumns && !isEmpty && filter}
          {isTrash && files.length > 0 && <EmptyTrashButton files={files} />}
        </ListHeader>
      </div>
      {!isColumns && !isEmpty && filter}
      {state.isFiltered && !isTrash && (
        <TextMatches fallback={<div className="h-9 flex-none" />} errorFallback={null} listView={listView} query={state.query} />
      )}
      {isTrash && <TrashNotice />}
      {isSelecting ? (
        <SelectionBar {...props} state={state} list={list} />
      ) : (
        isColumns && !isEmpty && <ColumnHeaders listView={listView} onSelectAll={selection.selectAll} />
      )}
      <LoadProgress
        isLoading={!library.isWhole || order.isSorting}
        hasFailed={library.isError && !library.isWhole}
        onRetry={() => void library.refetch()}
      />
      <MatchAnnouncer state={state} />
      {isEmpty ? <EmptyList {...listView} /> : <ListRows {...props} state={state} list={list} field={field} />}
      <RemoveFilesDialog {...actions.confirmation} />
      <FolderDialog {...actions.newFolder} />
    </div>
  )
}

type RecordingListPartProps = RecordingListProps & { state: RecordingListState; list: RefObject<FileListHandle | null> }
type SearchFieldRef = RefObject<HTMLInputElement | null>

type TitleFilterProps = {
  files: RecordingListProps['order']['files']
  state: RecordingListState
  field: SearchFieldRef
  onLeave: () => void
}

/** Filters the list by title while typing. */
function TitleFilter({ files, state, field, onLeave }: TitleFilterProps) {
  const t = useTranslations('files')
  return (
    <div className={state.isWide ? 'w-72' : 'flex-none px-3.5 pt-3 pb-1.5'}>
      <SearchField
        ref={field}
        label={t('search_titles')}
        shortcut="/"
        value={state.query}
        onChange={state.setQuery}
        onFocus={() => prepareTitles(files)}
        onArrowDown={onLeave}
      />
    </div>
  )
}

function ListRows(props: RecordingListPartProps & { field: SearchFieldRef }) {
  const { state, list, field, order, layout, title, openId } = props
  const { actions, selection } = state
  if (order.files.length === 0) return <ListSkeleton layout={layout} />
  return (
    <div className="min-h-0 flex-1">
      {order.found.length === 0 ? (
        <NoMatches
          query={state.query}
          onClear={() => {
            state.setQuery('')
            field.current?.focus()
          }}
        />
      ) : (
        <FileList
          ref={list}
          label={title}
          layout={layout}
          listView={props.listView}
          files={order.found}
          indexById={state.indexById}
          orderKey={state.orderKey}
          isLoading={!order.library.isWhole || order.isSorting}
          openId={openId}
          selectedIds={selection.ids}
          isSelecting={selection.isSelecting}
          onToggle={selection.toggle}
          onExtend={selection.extend}
          onRename={actions.rename}
          onDelete={(file) => void actions.discard(file)}
          onMove={actions.move}
          onNewFolder={actions.createFolder}
          onRowRemoved={(id, categoryId) => actions.leavePageOfRemoved([id], categoryId)}
        />
      )}
    </div>
  )
}

function SelectionBar({ state, list, layout }: RecordingListPartProps) {
  const { actions, selection, shownCount, isAll: isAllSelected } = state
  return (
    <BulkBar
      fallback={<div className="h-10 flex-none border-b border-line max-sm:hidden" hidden={!state.isWide} />}
      layout={layout}
      isTrash={state.isTrash}
      files={actions.selectedFiles}
      hiddenCount={actions.selectedFiles.length - shownCount}
      isAllSelected={isAllSelected}
      onSelectAll={selection.selectAll}
      onClear={() => {
        selection.clear()
        list.current?.focus()
      }}
      isMoveRequested={actions.isMoveRequested}
      onMoveMenuOpened={actions.moveOpened}
      onNewFolder={(fileIds) => actions.createFolder(fileIds, actions.moved)}
      onMoved={actions.moved}
      onTrash={() => actions.discard()}
      onRestore={actions.restore}
      onRemove={() => void actions.discard()}
    />
  )
}

/** Announces the number of matches and of selected recordings to screen readers. */
function MatchAnnouncer({ state }: { state: RecordingListState }) {
  const t = useTranslations('files')
  const { isFiltered, indexById, actions } = state
  return (
    <>
      <p role="status" className="sr-only">
        {isFiltered && t('found', { count: indexById.size })}
      </p>
      <p role="status" className="sr-only">
        {actions.selectedFiles.length > 0 && t('selected', { count: actions.selectedFiles.length })}
      </p>
    </>
  )
}
