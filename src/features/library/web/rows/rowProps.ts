import type { ReactNode, Ref } from 'react'
import type { useTaskChips } from '#features/generate/web.tsx'
import type { Millis } from '#shared/units.ts'
import type { Formats } from '#browser/i18n/useFormat.ts'
import type { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { ListView } from '#features/files/rules.ts'

/** `lines`: three lines per recording, beside an open one and on small screens. `columns`: one line in columns. */
export type ListLayout = 'lines' | 'columns'

/** Height of a row in pixels. */
export const ROW_HEIGHT: Readonly<Record<ListLayout, number>> = { lines: 89, columns: 44 }

/** The translation function of the texts of lists. */
export type FilesTranslate = ReturnType<typeof useTranslations<'files'>>

/** Props shared by all rows; the same object until one of them changes. Rows call no hooks of their own, which would be slow. */
export type SharedRowProps = {
  layout: ListLayout
  /** The list, which says what columns it has. */
  listView: ListView
  translate: FilesTranslate
  formats: Formats
  /** False on touch screens, where the same gesture scrolls. */
  isDraggable: boolean
  /** Days until the trash deletes a recording; null: never. Undefined until known. */
  trashDays: number | null | undefined
  /** Renders the folders of a recording as chips. */
  renderFolders: (file: LibraryRow) => ReactNode
  /** Renders the running or failed task of a recording, or null. */
  renderTask: ReturnType<typeof useTaskChips>
  onFocus: (id: string) => void
  /** The checkbox was clicked; with Shift it selects a range. */
  onSelect: (id: string, isRange: boolean) => void
  onRename: (id: string) => void
  onRenamed: (id: string, name: string | null) => void
  /** Opens the dialog for a new folder with these recordings. */
  onNewFolder: (fileIds: readonly string[]) => void
  onRowRemoved: (id: string, listAfter?: 'allFiles' | 'trash') => void
}

export type FileListRowProps = {
  file: LibraryRow
  /** Zero-based index in the list, and the number of rows. */
  index: number
  total: number
  now: Millis
  /** Open beside the list. */
  isOpen: boolean
  /** The tab stop of the list. */
  isActive: boolean
  /** Selected for bulk actions. */
  isSelected: boolean
  /** Selection mode: every row shows its checkbox. */
  isSelecting: boolean
  isRenaming: boolean
  shared: SharedRowProps
}

export type FileListHandle = { focus: () => void }

export type FileListProps = Pick<SharedRowProps, 'layout' | 'listView' | 'onNewFolder'> & {
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
  /** The recording was removed from the list by its menu. `listAfter` is the list to show if it was open; the default is all files. */
  onRowRemoved: (id: string, listAfter?: 'allFiles' | 'trash') => void
  ref?: Ref<FileListHandle>
}
