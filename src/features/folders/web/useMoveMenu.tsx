import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { FolderDialog } from './FolderDialog.tsx'
import { MoveToFolderMenu } from './MoveToFolderMenu.tsx'

export type MoveMenu = {
  /** For `FileListPane` and `FileMenu`; the same function at every render. */
  moveMenu: (file: LibraryRow) => ReactNode
  /** Stands anywhere on the page: it must outlive the menu that opens it. */
  moveDialog: ReactNode
}

/** A recording's "Move to folder" with a way to make the folder on the spot (B§4). */
export function useMoveMenu(): MoveMenu {
  const [making, setMaking] = useState<{ open: boolean; fileIds: readonly string[] }>({ open: false, fileIds: [] })
  const onNewFolder = useCallback((fileIds: readonly string[]) => setMaking({ open: true, fileIds }), [])
  const moveMenu = useCallback((file: LibraryRow) => <MoveToFolderMenu files={[file]} onNewFolder={onNewFolder} />, [onNewFolder])
  const close = () => setMaking((was) => ({ ...was, open: false }))
  return { moveMenu, moveDialog: <FolderDialog open={making.open} fileIds={making.fileIds} onClose={close} /> }
}
