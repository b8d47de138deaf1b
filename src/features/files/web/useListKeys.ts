import { useEffect, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { seconds } from '#kit/units.ts'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'
import type { LibraryRow } from '../contract.ts'
import type { RowsHandle } from './RowWindow.tsx'

export type ListKeys = {
  files: readonly LibraryRow[]
  /** The index of each recording by its id. */
  places: ReadonlyMap<string, number>
  selectedId: string | undefined
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
  const { files, places, selectedId, scroller, rows } = props
  const [chosen, setChosen] = useState<{ id: string; index: number }>()
  // The row to focus once it is rendered; a new object each time, so that the same row can be focused again.
  const [wanted, setWanted] = useState<{ id: string }>()
  // When the active row is removed, the row at its index becomes active.
  const heir = chosen && files[Math.min(chosen.index, files.length - 1)]?.id
  const activeId = [chosen?.id, heir, selectedId].find((id) => id !== undefined && places.has(id)) ?? files[0]?.id
  useEffect(() => wanted && focusRow(scroller.current, wanted.id), [wanted, scroller])
  const isOrphan = chosen !== undefined && !places.has(chosen.id) && activeId !== undefined
  useEffect(() => {
    // The focused row was removed, here or elsewhere.
    if (isOrphan && document.activeElement === document.body) moveTo(activeId)
  })
  return { activeId, choose, moveTo, focus, hear: (event: KeyboardEvent<HTMLElement>) => hearRow(event, props, moveTo) }

  function choose(id: string) {
    setChosen({ id, index: places.get(id) ?? 0 })
  }

  /** Makes a row active, scrolls it into view and focuses it. */
  function moveTo(id: string | undefined) {
    const index = id === undefined ? undefined : places.get(id)
    if (id === undefined || index === undefined) return
    rows.current?.scrollToIndex(index, { align: 'nearest' })
    focus(id)
  }

  /** Makes a visible row active and focuses it. */
  function focus(id: string) {
    choose(id)
    setWanted({ id })
  }
}

/** Returns the index of each recording by its id. */
export function usePlaces(files: readonly LibraryRow[]): ReadonlyMap<string, number> {
  const known = places.get(files)
  if (known) return known
  const counted = new Map<string, number>()
  files.forEach(({ id }, index) => counted.set(id, index))
  places.set(files, counted)
  return counted
}

// Cached per list: a list shown again is not indexed again.
const places = new WeakMap<readonly LibraryRow[], ReadonlyMap<string, number>>()

/** The focusable parts of a row that handle the list keys: the title and the checkbox. The menu button has keys of its own. */
const ROW_PARTS = '[data-file], [data-pick]'

type MoveTo = (id: string | undefined) => void

/** Handles the keys pressed on the title or the checkbox of a row. */
function hearRow(event: KeyboardEvent<HTMLElement>, props: ListKeys, moveTo: MoveTo): void {
  const target = event.target as HTMLElement
  if (event.defaultPrevented || !event.currentTarget.contains(target) || !target.matches(ROW_PARTS)) return
  const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  const index = id === undefined ? undefined : props.places.get(id)
  if (index === undefined || event.altKey || event.metaKey) return
  // Space toggles a focused checkbox natively.
  if (event.key === ' ' && target.matches('[data-pick]')) return
  const isDone = event.ctrlKey
    ? event.key === ' ' && act('toggle', index, props, moveTo)
    : go(event, index, props, moveTo) || act(DEEDS[event.key], index, props, moveTo)
  if (isDone) event.preventDefault()
}

function go({ key, shiftKey }: KeyboardEvent, index: number, props: ListKeys, moveTo: MoveTo): boolean {
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

function act(deed: Deed | undefined, index: number, props: ListKeys, moveTo: MoveTo): boolean {
  const { files } = props
  const file = files[index]
  if (!file || deed === undefined) return false
  if (file.is_trash && (deed === 'rename' || deed === 'move')) return false
  if (deed === 'toggle') props.onToggle(file.id)
  else if (deed === 'rename') props.onRename(file.id)
  else if (deed === 'move') props.onMove(file.id)
  else {
    if (!file.is_trash) moveTo((files[index + 1] ?? files[index - 1])?.id)
    props.onDelete(file)
  }
  return true
}

type Deed = 'toggle' | 'delete' | 'rename' | 'move'
const DEEDS: Readonly<Record<string, Deed>> = {
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
