import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import type { Folder } from '../../contract.ts'

/**
 * Keyboard navigation of the folders in the sidebar with one tab stop: arrows, Home and End move, Tab goes to the menu of the
 * active folder. `focusNeighbour` moves the focus from a deleted folder to its neighbour.
 */
export function useFolderKeys(folders: readonly Folder[], activeId: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const tabStopId = [focusedId, activeId].find((id) => folders.some((folder) => folder.id === id)) ?? folders[0]?.id
  const isListed = folders.some(({ id }) => id === activeId)
  // The scroll position is the external system: with hundreds of folders the active one may be out of view.
  useEffect(() => {
    if (isListed && activeId !== undefined) linkOf(list.current, activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [isListed, activeId])
  const pendingFocus = useRef<Stop>(undefined)
  useEffect(() => () => pendingFocus.current?.(), [])
  return { list, tabStopId, handleKeyDown, handleFocus, focusNeighbour }

  function handleFocus(event: FocusEvent) {
    const id = event.target.closest('li')?.querySelector<HTMLElement>('[data-folder]')?.dataset['folder']
    if (id !== undefined) setFocusedId(id)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset['folder'] : undefined
    const index = folders.findIndex((folder) => folder.id === id)
    if (index === -1 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const to: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: folders.length - 1 }
    const targetIndex = to[event.key]
    if (targetIndex === undefined) return
    event.preventDefault()
    const next = folders[targetIndex]
    if (next) linkOf(list.current, next.id)?.focus()
  }

  function focusNeighbour({ id }: Folder) {
    const index = folders.findIndex((folder) => folder.id === id)
    const neighbour = folders[index + 1] ?? folders[index - 1]
    pendingFocus.current?.()
    pendingFocus.current = focusWhenLost(() =>
      neighbour ? linkOf(list.current, neighbour.id) : document.querySelector<HTMLElement>('[data-new-folder]'),
    )
  }
}

const linkOf = (list: HTMLElement | null, id: string) => list?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(id)}"]`)

/** @NOTE The confirmation dialog is closing and returns the focus to a removed row; only after that is the focus moved. */
function focusWhenLost(find: () => HTMLElement | null | undefined, tries = 60): Stop {
  const isInDialog = Boolean(document.activeElement?.closest('[role="alertdialog"]'))
  if (!isInDialog && document.activeElement !== document.body) return () => {}
  if (!isInDialog) find()?.focus()
  if (tries === 0) return () => {}
  let stop = after(FRAME, () => (stop = focusWhenLost(find, tries - 1)))
  return () => stop()
}

const FRAME = 16
