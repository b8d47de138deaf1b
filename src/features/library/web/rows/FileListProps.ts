import type { Ref } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import type { SharedRowProps } from './FileListRow.tsx'

export type FileListHandle = { focus: () => void }

export type FileListProps = Pick<SharedRowProps, 'layout' | 'trashDays' | 'moveMenu' | 'renderFolders' | 'renderChip'> & {
  label: string
  files: readonly LibraryRow[]
  /** The index of each recording by its id. */
  indexById: ReadonlyMap<string, number>
  /** Changes with the sort and the filter; the list then starts at its top. */
  orderKey: string
  /** More recordings are being loaded. */
  isLoading: boolean
  /** The recording open beside the list. */
  openId?: string | undefined
  /** The selected recordings, shown or not. */
  selectedIds: ReadonlySet<string>
  isSelecting: boolean
  onToggle: (id: string) => void
  onExtend: (from: string | undefined, to: string) => void
  onRename: (file: LibraryRow, name: string) => void
  onDelete: (file: LibraryRow) => void
  onMove: (id: string) => void
  /** The recording was removed from the list by its menu. */
  onGone: (id: string) => void
  ref?: Ref<FileListHandle>
}
