import { useMemo, useState } from 'react'
import { AFTER_TRASH, paths } from '#kit/paths.ts'
import { useLeavePage } from '#ui/PageLink.tsx'
import type { LibraryRow } from '../contract.ts'
import { useFileActions } from './useFileActions.ts'
import type { SelectionState } from './useSelection.ts'

export type ListActs = {
  files: readonly LibraryRow[]
  selection: SelectionState
  /** The recording open beside the list. */
  openId: string | undefined
  mayMove: boolean
  focusList: () => void
}

/** Returns the actions of the list. They apply to the selection, or without one to the row on which a key was pressed. */
export function useListActs({ files, selection, openId, mayMove, focusList }: ListActs) {
  const leavePage = useLeavePage()
  const { rename, trash, restore } = useFileActions()
  const [asked, setAsked] = useState<{ open: boolean; files: readonly LibraryRow[] }>({ open: false, files: [] })
  const [wantsMove, setWantsMove] = useState(false)
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : files.filter(({ id }) => selection.ids.has(id))),
    [files, selection.ids],
  )
  /** Leaves the page of an open recording after it is gone (B§2). */
  const leave = (gone: readonly string[]) => {
    if (openId !== undefined && gone.includes(openId)) leavePage(paths.file(openId), AFTER_TRASH)
  }
  /** Keeps what the user started in the meantime: another selection, text in a field, another recording. */
  const finish = (gone: readonly string[]) => {
    selection.release(gone)
    if (!document.activeElement?.matches('input:not([type="checkbox"]), textarea')) focusList()
    leave(gone)
  }
  const put = async (rows: readonly LibraryRow[], act: (ids: readonly string[]) => Promise<boolean>) => {
    const ids = rows.map(({ id }) => id)
    if (await act(ids)) finish(ids)
  }
  return {
    chosen,
    rename: (file: LibraryRow, name: string) => void rename(file.id, name),
    /** Moves the selection or this recording to the trash; in the trash, deletes it permanently after a confirmation. */
    discard: (file?: LibraryRow) => {
      const rows = chosen.length > 0 ? chosen : file ? [file] : []
      if (rows.length === 0) return Promise.resolve()
      if (!rows.some(({ is_trash }) => is_trash)) return put(rows, trash)
      setAsked({ open: true, files: rows })
      return Promise.resolve()
    },
    restore: () => put(chosen, restore),
    /** Opens the move menu for the selection, or for this recording when nothing is selected. */
    move: (id?: string) => {
      if (!mayMove) return
      if (chosen.length === 0 && id !== undefined) selection.toggle(id)
      setWantsMove(chosen.length > 0 || id !== undefined)
    },
    wantsMove,
    moveOpened: () => setWantsMove(false),
    moved: () => {
      selection.clear()
      focusList()
    },
    leave,
    asked: {
      ...asked,
      onClose: () => setAsked((was) => ({ ...was, open: false })),
      onRemoved: () => finish(asked.files.map(({ id }) => id)),
    },
  }
}
