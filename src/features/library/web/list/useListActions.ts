import { useMemo, useState } from 'react'
import { isTextField } from '#browser/keyboard/shortcuts.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { useFileActions } from '#features/files/web.tsx'
import type { FileListSearch } from '../../rules.ts'
import { useLeaveFile } from '../page/useLeaveFile.ts'
import type { SelectionState } from '../selection/useSelection.ts'

export type ListActionsOptions = {
  files: readonly LibraryRow[]
  selection: SelectionState
  /** The recording open beside the list. */
  openId: string | undefined
  canMove: boolean
  focusList: () => void
  /** True when the focus is outside the list, for example in a dialog. */
  isFocusElsewhere: () => boolean
}

type NewFolder = { open: boolean; fileIds: readonly string[]; onSaved?: (() => void) | undefined }

/** Returns the actions of the list. They apply to the selection, or without one to the row on which a key was pressed. */
export function useListActions({ files, selection, openId, canMove, focusList, isFocusElsewhere }: ListActionsOptions) {
  const leaveFile = useLeaveFile()
  const { rename, trash, restore } = useFileActions()
  const [confirmation, setConfirmation] = useState<{ open: boolean; files: readonly LibraryRow[] }>({ open: false, files: [] })
  const [isMoveRequested, setMoveRequested] = useState(false)
  const [newFolder, setNewFolder] = useState<NewFolder>({ open: false, fileIds: [] })
  const selectedFiles = useMemo(
    () => (selection.ids.size === 0 ? [] : files.filter(({ id }) => selection.ids.has(id))),
    [files, selection.ids],
  )
  /** Leaves the page of an open recording after it is gone (B§2). */
  const leavePageOfRemoved = (removedIds: readonly string[], categoryId: FileListSearch['categoryId'] = 'allFiles') => {
    if (openId !== undefined && removedIds.includes(openId)) leaveFile(openId, categoryId)
  }
  const finishAction = (removedIds: readonly string[], categoryId?: FileListSearch['categoryId']) => {
    selection.deselect(removedIds)
    leavePageOfRemoved(removedIds, categoryId)
  }
  /** Keeps what the user started in the meantime: another selection, text in a field, a dialog, another recording. */
  const applyTo = async (rows: readonly LibraryRow[], action: (ids: readonly string[]) => Promise<boolean>) => {
    if (!(await action(idsOf(rows)))) return
    finishAction(idsOf(rows))
    if (!isTextField(document.activeElement) && !isFocusElsewhere()) focusList()
  }
  return {
    selectedFiles,
    rename: (file: LibraryRow, name: string) => void rename(file.id, name),
    /** Moves the selection or this recording to the trash; in the trash, deletes it permanently after a confirmation. */
    discard: (file?: LibraryRow) => {
      const rows = selectedFiles.length > 0 ? selectedFiles : file ? [file] : []
      if (rows.length === 0) return Promise.resolve()
      if (!rows.some(({ is_trash }) => is_trash)) return applyTo(rows, trash)
      setConfirmation({ open: true, files: rows })
      return Promise.resolve()
    },
    restore: () => applyTo(selectedFiles, restore),
    /** Opens the move menu for the selection, or for this recording when nothing is selected. */
    move: (id?: string) => {
      if (!canMove) return
      if (selectedFiles.length === 0 && id !== undefined) selection.toggle(id)
      setMoveRequested(selectedFiles.length > 0 || id !== undefined)
    },
    isMoveRequested,
    moveOpened: () => setMoveRequested(false),
    moved: () => {
      selection.clear()
      focusList()
    },
    leavePageOfRemoved,
    /** Opens the dialog for a new folder with these recordings. The dialog outlives the menu that opens it. */
    createFolder: (fileIds: readonly string[], onSaved?: () => void) => setNewFolder({ open: true, fileIds, onSaved }),
    newFolder: { ...newFolder, onClose: () => setNewFolder((previous) => ({ ...previous, open: false })) },
    confirmation: {
      ...confirmation,
      onClose: () => setConfirmation((previous) => ({ ...previous, open: false })),
      onRemoved: () => {
        finishAction(
          confirmation.files.map(({ id }) => id),
          'trash',
        )
        if (!isTextField(document.activeElement)) focusList()
      },
    },
  }
}

const idsOf = (rows: readonly LibraryRow[]): string[] => rows.map(({ id }) => id)
