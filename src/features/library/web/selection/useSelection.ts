import { useMemo, useState } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { NO_SELECTION, extend, toggle, selectAll, keepExisting } from './selection.ts'
import type { Selection, ShownRows } from './selection.ts'

export type SelectionState = {
  /** Selected recordings that are still in the list, including those hidden by a filter. */
  ids: ReadonlySet<string>
  /** Selection mode: a tap selects instead of opening. */
  isSelecting: boolean
  /** Starts selection mode with nothing selected, for touch screens. */
  start: () => void
  toggle: (id: string) => void
  extend: (from: string | undefined, to: string) => void
  selectAll: () => void
  clear: () => void
  /** Deselects removed recordings and keeps the others. */
  deselect: (removedIds: readonly string[]) => void
}

/** Returns the selection of a list. `shown` are the rows that match the filter, in the order of the list. */
export function useSelection(files: readonly LibraryRow[], shown: ShownRows): SelectionState {
  const [{ selection, hasStarted }, setState] = useState({ selection: NO_SELECTION, hasStarted: false })
  const setSelection = (next: Selection) => setState((previous) => ({ ...previous, selection: next }))
  const ids = useMemo(() => {
    if (selection.ids.size === 0) return selection.ids
    const existing = new Set(files.map(({ id }) => id))
    return keepExisting(selection.ids, (id) => existing.has(id))
  }, [selection, files])
  const current =
    ids === selection.ids ? selection : { ...selection, ids, base: keepExisting(selection.base, (id) => ids.has(id)) }
  return {
    ids,
    isSelecting: hasStarted || ids.size > 0,
    start: () => setState((previous) => ({ ...previous, hasStarted: true })),
    toggle: (id) => setSelection(toggle(current, id)),
    extend: (from, to) => setSelection(extend(current, shown, from, to)),
    selectAll: () => setSelection(selectAll(current, shown)),
    clear: () => setState({ selection: NO_SELECTION, hasStarted: false }),
    deselect: (removedIds) =>
      setState((previous) => {
        const removed = new Set(removedIds)
        const remaining = keepExisting(previous.selection.ids, (id) => !removed.has(id))
        if (remaining.size === 0) return { selection: NO_SELECTION, hasStarted: false }
        return {
          ...previous,
          selection: {
            ...previous.selection,
            ids: remaining,
            base: keepExisting(previous.selection.base, (id) => remaining.has(id)),
          },
        }
      }),
  }
}
