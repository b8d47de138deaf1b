import { useEffect, useMemo, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'
import type { LibraryRow } from '../contract.ts'
import { ROW_HEIGHT } from './FileListRow.tsx'

export type ListKeys = {
  files: readonly LibraryRow[]
  selectedId: string | undefined
  scroller: RefObject<HTMLElement | null>
  rows: RefObject<VirtualizerHandle | null>
  onDelete: (file: LibraryRow) => void
  onRename: (id: string) => void
}

/** Moving in a list of which only the rows in sight are in the page: which row is the active one, and what the keys do. */
export function useListKeys({ files, selectedId, scroller, rows, onDelete, onRename }: ListKeys) {
  const [chosen, setChosen] = useState<{ id: string; index: number }>()
  // The row that waits for the focus until it is in the page; a new object each time, so that the same row can wait again.
  const [wanted, setWanted] = useState<{ id: string }>()
  const places = useMemo(() => new Map(files.map((file, index) => [file.id, index])), [files])
  // Where the active row has gone from the list, the one that took its place follows it.
  const heir = chosen && files[Math.min(chosen.index, files.length - 1)]?.id
  const activeId = [chosen?.id, heir, selectedId].find((id) => id !== undefined && places.has(id)) ?? files[0]?.id
  useEffect(() => wanted && focusRow(scroller.current, wanted.id), [wanted, scroller])
  const isOrphan = chosen !== undefined && !places.has(chosen.id) && activeId !== undefined
  useEffect(() => {
    // The row that had the focus was moved away, here or elsewhere.
    if (isOrphan && document.activeElement === document.body) moveTo(activeId)
  })
  return { activeId, choose, moveTo, hear }

  function choose(id: string) {
    setChosen({ id, index: places.get(id) ?? 0 })
  }

  /** Makes a row the active one, brings it into sight and gives it the focus. */
  function moveTo(id: string | undefined) {
    const index = id === undefined ? undefined : places.get(id)
    if (id === undefined || index === undefined) return
    rows.current?.scrollToIndex(index, { align: 'nearest' })
    choose(id)
    setWanted({ id })
  }

  function hear(event: KeyboardEvent<HTMLElement>) {
    const id = event.currentTarget.dataset['file']
    const index = id === undefined ? undefined : places.get(id)
    const file = index === undefined ? undefined : files[index]
    if (index === undefined || !file || event.altKey || event.ctrlKey || event.metaKey) return
    const to = target(event.key, index)
    if (to !== undefined) moveTo(files[Math.max(0, Math.min(files.length - 1, to))]?.id)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (!file.is_trash) moveTo((files[index + 1] ?? files[index - 1])?.id)
      onDelete(file)
    } else if (event.key === 'F2' && !file.is_trash) onRename(file.id)
    else return
    event.preventDefault()
  }

  function target(key: string, index: number): number | undefined {
    const page = Math.max(1, Math.floor((rows.current?.viewportSize ?? 0) / ROW_HEIGHT) - 1)
    const to: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: files.length - 1,
    }
    return to[key]
  }
}

/** @NOTE The row may come into the page only some frames after the list was told to scroll to it. */
function focusRow(scroller: HTMLElement | null, id: string, tries = 20): Stop {
  const row = scroller?.querySelector<HTMLElement>(`[data-file="${id}"]`)
  row?.focus({ preventScroll: true })
  if (tries === 0 || (row && document.activeElement === row)) return () => {}
  let stop = after(FRAME, () => (stop = focusRow(scroller, id, tries - 1)))
  return () => stop()
}

const FRAME = 16
