import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { FolderDialog } from './FolderDialog.tsx'
import { MoveTargets, MoveToFolderMenu } from './MoveToFolderMenu.tsx'

export type MoveMenu = {
  /** For `FileListPane` and `FileMenu`; a stable function. */
  moveMenu: (file: LibraryRow) => ReactNode
  /** For `FileListPane`: the items of a menu that moves several recordings. */
  moveItems: (files: readonly LibraryRow[], onMoved: () => void) => ReactNode
  /** Rendered anywhere on the page, because it must outlive the menu that opens it. */
  moveDialog: ReactNode
}

type Making = { open: boolean; fileIds: readonly string[]; onMoved?: (() => void) | undefined }

/** The "Move to folder" menu of a recording, with the dialog that creates a new folder (B§4). */
export function useMoveMenu(): MoveMenu {
  const [making, setMaking] = useState<Making>({ open: false, fileIds: [] })
  const onNewFolder = useCallback((fileIds: readonly string[]) => setMaking({ open: true, fileIds }), [])
  const moveMenu = useCallback((file: LibraryRow) => <MoveToFolderMenu files={[file]} onNewFolder={onNewFolder} />, [onNewFolder])
  const moveItems = (files: readonly LibraryRow[], onMoved: () => void) => (
    <MoveTargets files={files} onNewFolder={(fileIds) => setMaking({ open: true, fileIds, onMoved })} onMoved={onMoved} />
  )
  const close = () => setMaking((was) => ({ ...was, open: false }))
  return {
    moveMenu,
    moveItems,
    moveDialog: <FolderDialog open={making.open} fileIds={making.fileIds} onClose={close} onSaved={making.onMoved} />,
  }
}
