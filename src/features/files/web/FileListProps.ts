import type { Ref } from 'react'
import type { LibraryRow } from '../contract.ts'
import type { RowKit } from './FileListRow.tsx'

export type FileListHandle = { focus: () => void }

export type FileListProps = Pick<RowKit, 'layout' | 'trashDays' | 'moveMenu' | 'foldersOf' | 'chipOf'> & {
  label: string
  files: readonly LibraryRow[]
  /** The place of each by its id. */
  places: ReadonlyMap<string, number>
  /** Changes with the order and the filter: the list begins at its top again. */
  order: string
  /** There are more to come. */
  isBusy: boolean
  /** The recording shown beside the list. */
  openId?: string | undefined
  /** Those chosen, shown or not. */
  picked: ReadonlySet<string>
  isSelecting: boolean
  onToggle: (id: string) => void
  onExtend: (from: string | undefined, to: string) => void
  onRename: (file: LibraryRow, name: string) => void
  /** Delete was pressed on a row. */
  onDelete: (file: LibraryRow) => void
  /** M was pressed on a row. */
  onMove: (id: string) => void
  /** The recording has left the list by its menu. */
  onGone: (id: string) => void
  ref?: Ref<FileListHandle>
}
