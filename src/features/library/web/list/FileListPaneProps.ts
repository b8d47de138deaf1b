import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import type { RenderChip } from '../rows/FileStatus.tsx'

export type FileListPaneProps = {
  /** A user folder; takes precedence over the category. */
  tagId?: string | undefined
  /** allFiles, unorganized, trash or a source (B§2). */
  categoryId?: string | undefined
  /** The recording open beside the list. */
  openId?: string | undefined
  /** The name of the folder, shown instead of the category. */
  title?: string | undefined
  /** Renders the move items of a row menu (`MoveToFolderMenu` of folders). Must be a stable function. */
  moveMenu?: ((file: LibraryRow) => ReactNode) | undefined
  /** Renders menu items that move several recordings (`MoveTargets` of folders); `onMoved` is called after the move. */
  moveItems?: ((files: readonly LibraryRow[], onMoved: () => void) => ReactNode) | undefined
  /** Renders the folders of a recording as chips, where there is room. Must be a stable function. */
  renderFolders?: ((file: LibraryRow) => ReactNode) | undefined
  /** Renders a button that exports the selected recordings. */
  exportAction?: ((ids: readonly string[]) => ReactNode) | undefined
  /** Renders the state of running work, provided by generate. Must be a stable function. */
  renderChip?: RenderChip | undefined
  /** Days until the trash deletes a recording; null: never. */
  trashDays?: number | null | undefined
  /** Opens the setting of this rule. */
  onChangeTrashRule?: (() => void) | undefined
  /** The action shown in an empty library. */
  emptyAction?: ReactNode
}
