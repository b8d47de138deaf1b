import type { ReactNode } from 'react'
import type { LibraryRow } from '../contract.ts'
import type { ChipOf } from './FileState.tsx'

export type FileListPaneProps = {
  /** A user folder; wins over the category. */
  tagId?: string | undefined
  /** allFiles, unorganized, trash or a source (B§2). */
  categoryId?: string | undefined
  /** The recording shown beside the list. */
  selectedId?: string | undefined
  /** Instead of the category's name: the folder's. */
  title?: string | undefined
  /** Parts of a row's menu that move it: folders' `MoveToFolderMenu`. The same function at every render. */
  moveMenu?: ((file: LibraryRow) => ReactNode) | undefined
  /** Items of a menu that moves several: folders' `MoveTargets`; `onMoved` when they have been. */
  moveItems?: ((files: readonly LibraryRow[], onMoved: () => void) => ReactNode) | undefined
  /** The folders of a recording, as chips, where there is room. The same function at every render. */
  foldersOf?: ((file: LibraryRow) => ReactNode) | undefined
  /** A button that exports those chosen. */
  exportAction?: ((ids: readonly string[]) => ReactNode) | undefined
  /** The state of work under way: generate's. The same function at every render. */
  chipOf?: ChipOf | undefined
  /** Days a recording stays in the trash; null: until it is emptied. */
  trashDays?: number | null | undefined
  /** Opens where that is set. */
  onTrashRule?: (() => void) | undefined
  /** The one button of a library with nothing in it. */
  emptyAction?: ReactNode
}
