import { useEffect, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { seconds } from '#shared/units.ts'
import { isFocusedByPointer } from '#browser/keyboard/focusOrigin.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { RowsHandle } from './VirtualRows.tsx'

export type ListKeys = {
  files: readonly LibraryRow[]
  /** The index of each recording by its id. */
  indexById: ReadonlyMap<string, number>
  /** The recording open beside the list. */
  openId?: string | undefined
  /** Selection mode. */
  isSelecting: boolean
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  rows: RefObject<RowsHandle | null>
  onDelete: (file: LibraryRow) => void
  onRename: (id: string) => void
  onToggle: (id: string) => void
  /** Called with Shift: selects the range. */
  onExtend: (from: string, to: string) => void
  onMove: (id: string) => void
}

/** Keyboard navigation in a virtual list: returns the active row and the key handler. */
export function useListKeys(props: ListKeys) {
  const { files, indexById, openId, scroller, rows } = props
  const [activeRow, setActiveRow] = useState<{ id: string; index: number }>()
  // The row to focus once it is rendered; a new object each time, so that the same row can be focused again.
  const [rowToFocus, setRowToFocus] = useState<{ id: string }>()
  // When the active row is removed, the row at its index becomes active.
  const successorId = activeRow && files[Math.min(activeRow.index, files.length - 1)]?.id
  const activeId = [activeRow?.id, successorId, openId].find((id) => id !== undefined && indexById.has(id)) ?? files[0]?.id
  useEffect(() => rowToFocus && focusRow(scroller.current, rowToFocus.id), [rowToFocus, scroller])
  const isActiveRemoved = activeRow !== undefined && !indexById.has(activeRow.id) && activeId !== undefined
  useEffect(() => {
    // The focused row was removed, here or elsewhere.
    if (isActiveRemoved && document.activeElement === document.body) moveTo(activeId)
  })
  return {
    activeId,
    activate,
    moveTo,
    focus,
    handleKey: (event: KeyboardEvent<HTMLElement>) => handleRowKey(event, props, moveTo),
  }

  function activate(id: string) {
    setActiveRow({ id, index: indexById.get(id) ?? 0 })
  }

  /** Makes a row active, scrolls it into view and focuses it. */
  function moveTo(id: string | undefined) {
    const index = id === undefined ? undefined : indexById.get(id)
    if (id === undefined || index === undefined) return
    rows.current?.scrollToIndex(index, { align: 'nearest' })
    focus(id)
  }

  /** Makes a visible row active and focuses it. */
  function focus(id: string) {
    activate(id)
    setRowToFocus({ id })
  }
}

/** Returns the index of each recording by its id. */
export function useIndexById(files: readonly LibraryRow[]): ReadonlyMap<string, number> {
  const cached = indexById.get(files)
  if (cached) return cached
  const indexes = new Map<string, number>()
  files.forEach(({ id }, index) => indexes.set(id, index))
  indexById.set(files, indexes)
  return indexes
}

// Cached per list: a list shown again is not indexed again.
const indexById = new WeakMap<readonly LibraryRow[], ReadonlyMap<string, number>>()

/** The focusable parts of a row that handle the list keys: the title and the checkbox. The menu button has keys of its own. */
const ROW_PARTS = '[data-file], [data-pick]'

type MoveTo = (id: string | undefined) => void

/** Handles the keys pressed on the title or the checkbox of a row. */
function handleRowKey(event: KeyboardEvent<HTMLElement>, props: ListKeys, moveTo: MoveTo): void {
  const target = event.target as HTMLElement
  if (event.defaultPrevented || !event.currentTarget.contains(target) || !target.matches(ROW_PARTS)) return
  const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  const index = id === undefined ? undefined : props.indexById.get(id)
  if (index === undefined || event.altKey || event.metaKey) return
  // Space toggles a focused checkbox natively.
  if (event.key === ' ' && target.matches('[data-pick]')) return
  // Beside an open recording, Space plays it, unless the row was reached by the keyboard.
  if (event.key === ' ' && !event.ctrlKey && props.openId !== undefined && !props.isSelecting && isFocusedByPointer(target))
    return
  const isHandled = event.ctrlKey
    ? event.key === ' ' && runAction('toggle', index, props, moveTo)
    : navigate(event, index, props, moveTo) || runAction(KEY_ACTIONS[event.key], index, props, moveTo)
  if (isHandled) event.preventDefault()
}

function navigate({ key, shiftKey }: KeyboardEvent, index: number, props: ListKeys, moveTo: MoveTo): boolean {
  const { files, rows, rowHeight } = props
  const page = Math.max(1, Math.floor((rows.current?.viewportSize ?? 0) / rowHeight) - 1)
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: files.length - 1,
  }
  const to = targets[key]
  if (to === undefined) return false
  const [from, next] = [files[index], files[Math.max(0, Math.min(files.length - 1, to))]]
  if (from && next && shiftKey) props.onExtend(from.id, next.id)
  moveTo(next?.id)
  return true
}

function runAction(action: RowAction | undefined, index: number, props: ListKeys, moveTo: MoveTo): boolean {
  const { files } = props
  const file = files[index]
  if (!file || action === undefined) return false
  if (file.is_trash && (action === 'rename' || action === 'move')) return false
  if (action === 'toggle') props.onToggle(file.id)
  else if (action === 'rename') props.onRename(file.id)
  else if (action === 'move') props.onMove(file.id)
  else {
    if (!file.is_trash) moveTo((files[index + 1] ?? files[index - 1])?.id)
    props.onDelete(file)
  }
  return true
}

type RowAction = 'toggle' | 'delete' | 'rename' | 'move'
const KEY_ACTIONS: Readonly<Record<string, RowAction>> = {
  ' ': 'toggle',
  Delete: 'delete',
  Backspace: 'delete',
  F2: 'rename',
  m: 'move',
  M: 'move',
}

/** @NOTE The row may be rendered only some frames after the list scrolled to it, on a slow machine many. */
function focusRow(scroller: HTMLElement | null, id: string, tries = TRIES): Stop {
  const row = scroller?.querySelector<HTMLElement>(`[data-file="${id}"]`)
  row?.focus({ preventScroll: true })
  if (tries === 0 || (row && document.activeElement === row)) return () => {}
  let stop = after(FRAME, () => (stop = focusRow(scroller, id, tries - 1)))
  return () => stop()
}

const FRAME = 16
const TRIES = seconds(2) / FRAME
