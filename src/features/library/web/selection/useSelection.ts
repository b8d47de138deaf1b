import { useMemo, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { hasCharacterShortcuts, isTextField, isPopupOpen } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'

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

/** The selected rows by id. The selection survives another sort, a filter and a reload of the library. */
type Selection = {
  ids: ReadonlySet<string>
  /** Start of a range: the row selected last. */
  anchor: string | undefined
  /** The selection before the range; the range is added to it. */
  base: ReadonlySet<string>
}

const EMPTY: ReadonlySet<string> = new Set()
export const NO_SELECTION: Selection = { ids: EMPTY, anchor: undefined, base: EMPTY }

/** The rows as shown, and the index of each. */
export type ShownRows = { files: readonly { readonly id: string }[]; indexById: ReadonlyMap<string, number> }

/** Toggles one row; the next range starts there. */
export function toggle(previous: Selection, id: string): Selection {
  const ids = new Set(previous.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, base: ids }
}

/** Selects all rows from the start of the range to this one. `from` is the start when nothing was selected before. */
export function extend(previous: Selection, { files, indexById }: ShownRows, from: string | undefined, to: string): Selection {
  const [anchor, base] =
    previous.anchor !== undefined && indexById.has(previous.anchor)
      ? [previous.anchor, previous.base]
      : [from ?? to, previous.ids]
  const [start, end] = [indexById.get(anchor) ?? indexById.get(to), indexById.get(to)]
  if (start === undefined || end === undefined) return previous
  const ids = new Set(base)
  for (const { id } of files.slice(Math.min(start, end), Math.max(start, end) + 1)) ids.add(id)
  return { ids, anchor, base }
}

/** Selects all rows shown. */
export function selectAll(previous: Selection, { files }: ShownRows): Selection {
  const ids = new Set(previous.ids)
  for (const { id } of files) ids.add(id)
  return { ids, anchor: previous.anchor, base: ids }
}

/** Removes rows that no longer exist. Returns the same object when all exist. */
export function keepExisting(ids: ReadonlySet<string>, exists: (id: string) => boolean): ReadonlySet<string> {
  let isComplete = true
  for (const id of ids) if (!exists(id)) isComplete = false
  return isComplete ? ids : new Set([...ids].filter(exists))
}

type SelectionKeys = {
  pane: RefObject<HTMLElement | null>
  selection: SelectionState
  onDiscard: () => void
  onMove: () => void
}

/**
 * Handles the selection keys wherever the focus is in the list, and when nothing has the focus: Ctrl or Cmd and A select all rows
 * shown, Esc clears the selection, Delete and M do what the buttons do.
 */
export function useSelectionKeys({ pane, selection, onDiscard, onMove }: SelectionKeys): (event: KeyboardEvent) => void {
  // The focus may be on the page itself after a row was deleted or a page was opened.
  useEvent('document', 'keydown', (event) => {
    const { activeElement } = document
    const isUnfocused =
      activeElement === document.body || activeElement === pane.current?.closest('main') || activeElement?.id === 'reading'
    if (isUnfocused && pane.current?.checkVisibility?.() !== false && !isPopupOpen()) handleKey(event)
  })
  return (event) => {
    if (event.currentTarget.contains(event.target as Node)) handleKey(event)
  }

  function handleKey(event: KeyboardEvent | globalThis.KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isTextField(event.target)) return
    if (runKey(event)) event.preventDefault()
  }

  function runKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent | globalThis.KeyboardEvent): boolean {
    const hasAny = selection.ids.size > 0
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'a' || shiftKey) return false
      selection.selectAll()
      return true
    }
    if (key === 'Escape' && selection.isSelecting) selection.clear()
    else if (key === 'Delete' && hasAny) onDiscard()
    else if (key === 'm' && hasAny && hasCharacterShortcuts()) onMove()
    else return false
    return true
  }
}
