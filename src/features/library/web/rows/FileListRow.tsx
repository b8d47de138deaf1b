import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { seconds } from '#shared/units.ts'
import { MoveToFolderMenu } from '#features/folders/web.tsx'
import { RenameField, RowMenuList } from '#features/files/web.tsx'
import { buttonClass } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useMenuButton } from '#ui/menu/Menu.tsx'
import { SelectCheckbox } from '../selection/SelectCheckbox.tsx'
import { COLUMNS_CLASS, WIDE_ONLY, columnsOf } from './columns.tsx'
import { renderReadyStatus, renderTrashDaysLeft } from './FileStatus.tsx'
import { ShareItem } from './ShareItem.tsx'
import { ROW_HEIGHT } from './rowProps.ts'
import type { FileListRowProps } from './rowProps.ts'

/**
 * A row of the list: title, date and duration, and the state or the first line of the summary; in one line of columns where there
 * is room.
 */
export const FileListRow = memo(function FileListRow(props: FileListRowProps) {
  const { file, index, total, isOpen, isSelected, isSelecting, shared } = props
  const isColumns = shared.layout === 'columns'
  return (
    <div
      role="listitem"
      data-row={file.id}
      aria-posinset={index + 1}
      aria-setsize={total}
      style={{ minHeight: ROW_HEIGHT[shared.layout] }}
      className={classes(
        'group relative border-b pr-4.5',
        isSelecting ? 'pl-10 pointer-coarse:pl-12' : isColumns ? 'pl-10 pointer-coarse:pl-4.5' : 'pl-4.5',
        isColumns ? COLUMNS_CLASS : 'grid grid-cols-1 content-center gap-px',
        isSelected || (isOpen && !isSelecting)
          ? 'border-transparent bg-accent-soft'
          : isOpen
            ? 'border-line bg-sunken'
            : 'border-line hover:bg-sunken/60',
      )}
    >
      {isColumns ? <ColumnsRow {...props} /> : <LinesRow {...props} />}
      <RowCheckbox {...props} />
      {/* Keyed by recording, because virtual rows are reused. */}
      {!props.isRenaming && <RowMenu key={file.id} {...props} />}
    </div>
  )
})

function LinesRow(props: FileListRowProps) {
  const { file, now, shared } = props
  const { day, duration } = shared.formats
  const metaId = useId()
  return (
    <>
      {/* Room for the buttons that appear on hover. */}
      <RowTitle
        {...props}
        describedBy={metaId}
        className="pr-8 group-focus-within:pr-17 group-hover:pr-17 pointer-coarse:pr-10!"
      />
      <div id={metaId} className="contents">
        <p className="flex min-w-0 items-center gap-x-2 text-sm whitespace-nowrap text-ink2">
          <span className="tabular truncate">
            {day(seconds(file.start_time), now)} · {duration(file.duration / 1000)}
          </span>
          {file.is_trash && renderTrashDaysLeft({ file, trashDays: shared.trashDays, now }, shared.translate)}
        </p>
        <LastLine {...props} />
      </div>
    </>
  )
}

/** Running or failed work, otherwise the first line of the summary or what is ready. Always one line. */
function LastLine({ file, shared }: FileListRowProps) {
  const work = shared.renderTask(file.id, { offersRetry: !file.is_trash })
  if (work)
    return (
      <div className="flex h-5.5 min-w-0 items-center [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">{work}</div>
    )
  const isReady = file.is_trans || file.is_summary
  const ready = isReady ? shared.translate(file.is_summary ? 'summary_ready' : 'transcript_ready') : ''
  return (
    <p dir="auto" className="h-5.5 truncate text-left text-sm leading-5.5 text-ink2">
      {file.summary_line || ready}
    </p>
  )
}

function ColumnsRow(props: FileListRowProps) {
  const { file, now, shared } = props
  const metaId = useId()
  return (
    <>
      <div className="flex min-w-0 items-center gap-2.5">
        <RowTitle {...props} describedBy={metaId} className="min-w-0" />
        <RowStatus {...props} />
      </div>
      <div id={metaId} className="contents">
        {columnsOf(shared.listView).map(
          ({ id, cell, cellClass }) =>
            cell && (
              <span key={id} className={cellClass}>
                {cell(file, now, shared)}
              </span>
            ),
        )}
      </div>
    </>
  )
}

function RowTitle(props: FileListRowProps & { describedBy: string; className: string }) {
  const { file, isOpen, isActive, isRenaming, shared, describedBy, className } = props
  if (isRenaming)
    return (
      <div className="min-w-0 flex-1">
        <RenameField
          key={file.id}
          name={file.filename}
          onSave={(name) => shared.onRenamed(file.id, name)}
          onCancel={() => shared.onRenamed(file.id, null)}
        />
      </div>
    )
  return (
    <Link
      to="/file/$id"
      params={{ id: file.id }}
      dir="auto"
      data-file={file.id}
      tabIndex={isActive ? 0 : -1}
      aria-current={isOpen ? 'page' : undefined}
      aria-describedby={describedBy}
      onFocus={() => shared.onFocus(file.id)}
      draggable={!file.is_trash && shared.isDraggable}
      className={classes(
        'truncate text-left font-[580] text-ink outline-none [-webkit-touch-callout:none] after:absolute after:inset-0',
        'after:-outline-offset-2 after:outline-focus focus-visible:after:outline-2',
        className,
      )}
    >
      {file.filename}
    </Link>
  )
}

/** Controls in a status must lie above the link, which covers the row. */
function RowStatus({ file, shared }: FileListRowProps) {
  const runningWork = shared.renderTask(file.id, { offersRetry: !file.is_trash })
  // The ready status is hidden when it does not fit beside the title.
  if (!runningWork) return renderReadyStatus(file, shared.translate, shared.layout === 'columns' ? WIDE_ONLY : undefined)
  return (
    <span className="flex min-w-0 flex-none empty:hidden [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">
      {runningWork}
    </span>
  )
}

function RowCheckbox({ file, isActive, isSelected, isSelecting, shared }: FileListRowProps) {
  return (
    <SelectCheckbox
      label={shared.translate('select_one', { name: file.filename })}
      tabIndex={isActive ? 0 : -1}
      checked={isSelected}
      onSelect={(isRange) => shared.onSelect(file.id, isRange)}
      isHoverOnly={!isSelecting}
      className={classes(
        'absolute z-1',
        isSelecting
          ? 'inset-y-0 left-0 w-10 pointer-coarse:w-12'
          : shared.layout === 'columns'
            ? 'inset-y-0 left-0 w-10 pointer-coarse:hidden'
            : // Beside the menu button, so that titles need no indent.
              'top-2.5 right-11 size-8 pointer-coarse:hidden',
      )}
    />
  )
}

/** The menu button of a row. Its items are rendered when it is first opened. */
function RowMenu({ file, isActive, shared }: FileListRowProps) {
  const { button, list } = useMenuButton()
  return (
    <>
      <button
        {...button}
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={shared.translate('actions_of', { name: file.filename })}
        className={classes(
          DOTS,
          !list.open && HOVER_ONLY,
          shared.layout === 'columns' ? 'top-2 pointer-coarse:top-0' : 'top-2.5 pointer-coarse:top-1',
        )}
      />
      {list.anchor && (
        <RowMenuList
          list={list}
          file={file}
          onRename={() => shared.onRename(file.id)}
          onExport={() => openDialog('export', { fileIds: [file.id] })}
          moveMenu={<MoveToFolderMenu files={[file]} onNewFolder={shared.onNewFolder} />}
          onTrashed={() => shared.onRowRemoved(file.id)}
          onRestored={() => shared.onRowRemoved(file.id)}
          onRemoved={() => shared.onRowRemoved(file.id, 'trash')}
        >
          <ShareItem fileId={file.id} />
        </RowMenuList>
      )}
    </>
  )
}

/** Visible only while the row is hovered or focused; always on touch screens. See SelectCheckbox. */
const HOVER_ONLY = 'text-transparent! group-hover:text-ink2! group-focus-within:text-ink2! pointer-coarse:text-ink2!'
/** Three dots drawn by CSS, which saves four elements per row. */
const DOTS = classes(
  buttonClass({ variant: 'quiet', size: 'sm', square: true }),
  'absolute! right-2.5 z-1 before:h-1 before:w-4 before:bg-[radial-gradient(circle,currentColor_1.6px,transparent_2px)] before:bg-size-[5.33px_4px] before:content-[""]',
)
