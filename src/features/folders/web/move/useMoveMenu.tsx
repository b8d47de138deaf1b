import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { FolderDialog } from '../dialog/FolderDialog.tsx'
import { MoveTargets, MoveToFolderMenu } from './MoveToFolderMenu.tsx'

export type MoveMenu = {
  /** For `FileListPane` and `FileMenu`; a stable function. */
  moveMenu: (file: LibraryRow) => ReactNode
  /** For `FileListPane`: the items of a menu that moves several recordings. */
  moveItems: (files: readonly LibraryRow[], onMoved: () => void) => ReactNode
  /** Rendered anywhere on the page, because it must outlive the menu that opens it. */
  moveDialog: ReactNode
}

type NewFolderState = { open: boolean; fileIds: readonly string[]; onMoved?: (() => void) | undefined }

/** The "Move to folder" menu of a recording, with the dialog that creates a new folder (B§4). */
export function useMoveMenu(): MoveMenu {
  const [newFolder, setNewFolder] = useState<NewFolderState>({ open: false, fileIds: [] })
  const onNewFolder = useCallback((fileIds: readonly string[]) => setNewFolder({ open: true, fileIds }), [])
  const moveMenu = useCallback((file: LibraryRow) => <MoveToFolderMenu files={[file]} onNewFolder={onNewFolder} />, [onNewFolder])
  const moveItems = (files: readonly LibraryRow[], onMoved: () => void) => (
    <MoveTargets files={files} onNewFolder={(fileIds) => setNewFolder({ open: true, fileIds, onMoved })} onMoved={onMoved} />
  )
  const close = () => setNewFolder((previous) => ({ ...previous, open: false }))
  return {
    moveMenu,
    moveItems,
    moveDialog: <FolderDialog open={newFolder.open} fileIds={newFolder.fileIds} onClose={close} onSaved={newFolder.onMoved} />,
  }
}
