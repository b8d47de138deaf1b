import { useMemo, useState } from 'react'
import type { LibraryRow } from '../contract.ts'
import { NOTHING, extended, toggled, withAll, without } from './selection.ts'
import type { Selection, Shown } from './selection.ts'

export type SelectionState = {
  /** Selected recordings that are still in the list, including those hidden by a filter. */
  ids: ReadonlySet<string>
  /** Selection mode: a tap selects instead of opening. */
  isSelecting: boolean
  /** Starts selection mode with nothing selected, for touch screens. */
  begin: () => void
  toggle: (id: string) => void
  extend: (from: string | undefined, to: string) => void
  all: () => void
  clear: () => void
  /** Deselects removed recordings and keeps the others. */
  release: (gone: readonly string[]) => void
}

/** Returns the selection of a list. `shown` are the rows that match the filter, in the order of the list. */
export function useSelection(shelf: readonly LibraryRow[], shown: Shown): SelectionState {
  const [{ selection, begun }, setState] = useState({ selection: NOTHING, begun: false })
  const setSelection = (next: Selection) => setState((was) => ({ ...was, selection: next }))
  const ids = useMemo(() => {
    if (selection.ids.size === 0) return selection.ids
    const there = new Set(shelf.map(({ id }) => id))
    return without(selection.ids, (id) => there.has(id))
  }, [selection, shelf])
  const now = ids === selection.ids ? selection : { ...selection, ids, base: without(selection.base, (id) => ids.has(id)) }
  return {
    ids,
    isSelecting: begun || ids.size > 0,
    begin: () => setState((was) => ({ ...was, begun: true })),
    toggle: (id) => setSelection(toggled(now, id)),
    extend: (from, to) => setSelection(extended(now, shown, from, to)),
    all: () => setSelection(withAll(now, shown)),
    clear: () => setState({ selection: NOTHING, begun: false }),
    release: (gone) =>
      setState((was) => {
        const out = new Set(gone)
        const stays = without(was.selection.ids, (id) => !out.has(id))
        if (stays.size === 0) return { selection: NOTHING, begun: false }
        return { ...was, selection: { ...was.selection, ids: stays, base: without(was.selection.base, (id) => stays.has(id)) } }
      }),
  }
}
