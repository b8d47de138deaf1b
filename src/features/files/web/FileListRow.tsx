import { memo, useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { classes } from '#ui/classes.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useFormat } from '#ui/useFormat.ts'
import type { LibraryRow } from '../contract.ts'
import { carryFiles } from './dragFiles.ts'
import { FileMenu } from './FileMenu.tsx'
import { FileState } from './FileState.tsx'
import type { ChipOf } from './FileState.tsx'
import { RenameField } from './RenameField.tsx'

/** Nearly all rows are of this height, in pixels; one whose state needs a line of its own is higher. */
export const ROW_HEIGHT = 72

export type RowActions = {
  onFocus: (id: string) => void
  /** A key pressed on the row's link. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onRename: (id: string) => void
  onRenamed: (id: string, name: string | null) => void
  onGone: (id: string) => void
  moveMenu: ((file: LibraryRow) => ReactNode) | undefined
  chipOf: ChipOf | undefined
}

export type FileListRowProps = {
  file: LibraryRow
  /** Its place in the list, from 0, and how many there are. */
  index: number
  total: number
  now: Millis
  /** Shown beside the list. */
  isSelected: boolean
  /** The one the Tab key comes to. */
  isActive: boolean
  isRenaming: boolean
  actions: RowActions
}

/** One recording of the list: title, when and how long, its state. */
export const FileListRow = memo(function FileListRow(props: FileListRowProps) {
  const { file, index, total, isSelected, isActive, isRenaming, actions } = props
  const metaId = useId()
  return (
    <div
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={total}
      style={{ minHeight: ROW_HEIGHT }}
      className={classes(
        'group relative grid grid-cols-1 content-center gap-0.5 border-b px-4.5 py-2.5',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
        isSelected ? 'border-transparent bg-accent-soft' : 'border-line hover:bg-sunken/50',
      )}
    >
      {isRenaming ? (
        <RenameField
          name={file.filename}
          onSave={(name) => actions.onRenamed(file.id, name)}
          onCancel={() => actions.onRenamed(file.id, null)}
        />
      ) : (
        <PageLink
          to={paths.file(file.id)}
          data-file={file.id}
          tabIndex={isActive ? 0 : -1}
          aria-current={isSelected ? 'page' : undefined}
          aria-describedby={metaId}
          onFocus={() => actions.onFocus(file.id)}
          onKeyDown={actions.onKeyDown}
          draggable={!file.is_trash}
          onDragStart={({ dataTransfer }) => carryFiles(dataTransfer, [file.id])}
          className="truncate pr-8 pointer-coarse:pr-10 font-[580] text-ink outline-none after:absolute after:inset-0"
        >
          {file.filename}
        </PageLink>
      )}
      <RowMeta id={metaId} file={file} now={props.now} chipOf={actions.chipOf} />
      {!isRenaming && <RowMenu file={file} isActive={isActive} actions={actions} />}
    </div>
  )
})

function RowMeta({ id, file, now, chipOf }: { id: string; file: LibraryRow; now: Millis; chipOf: ChipOf | undefined }) {
  const { day, duration } = useFormat()
  return (
    <div id={id} className="flex min-h-5.5 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="tabular truncate text-sm text-ink2">
        {day(seconds(file.start_time), now)} · {duration(file.duration / 1000)}
      </span>
      {/* What can be pressed in a state must lie above the link, which covers the row. */}
      <span className="flex min-w-0 empty:hidden [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">
        <FileState file={file} chipOf={chipOf} />
      </span>
    </div>
  )
}

function RowMenu({ file, isActive, actions }: { file: LibraryRow; isActive: boolean; actions: RowActions }) {
  return (
    <div
      className={classes(
        'absolute top-2.5 right-2.5 z-1 opacity-0 pointer-coarse:top-1 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100',
        'has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      <FileMenu
        file={file}
        tabIndex={isActive ? 0 : -1}
        onRename={() => actions.onRename(file.id)}
        moveMenu={actions.moveMenu?.(file)}
        onTrashed={() => actions.onGone(file.id)}
        onRestored={() => actions.onGone(file.id)}
        onRemoved={() => actions.onGone(file.id)}
      />
    </div>
  )
}
