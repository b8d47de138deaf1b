import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'
import type { Folder } from '../contract.ts'

/**
 * Keyboard navigation of the folders in the sidebar with one tab stop: arrows, Home and End move, Tab goes to the menu of the
 * active folder. `focusNeighbour` moves the focus from a deleted folder to its neighbour.
 */
export function useFolderKeys(folders: readonly Folder[], activeId: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const [chosen, choose] = useState<string>()
  const reachedId = [chosen, activeId].find((id) => folders.some((folder) => folder.id === id)) ?? folders[0]?.id
  const isShown = folders.some(({ id }) => id === activeId)
  // The scroll position is the external system: with hundreds of folders the active one may be out of view.
  useEffect(() => {
    if (isShown && activeId !== undefined) linkOf(list.current, activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [isShown, activeId])
  const waiting = useRef<Stop>(undefined)
  useEffect(() => () => waiting.current?.(), [])
  return { list, reachedId, hear, follow, leave }

  function follow(event: FocusEvent) {
    const id = event.target.closest('li')?.querySelector<HTMLElement>('[data-folder]')?.dataset['folder']
    if (id !== undefined) choose(id)
  }

  function hear(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset['folder'] : undefined
    const at = folders.findIndex((folder) => folder.id === id)
    if (at === -1 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: folders.length - 1 }
    const place = to[event.key]
    if (place === undefined) return
    event.preventDefault()
    const next = folders[place]
    if (next) linkOf(list.current, next.id)?.focus()
  }

  function leave({ id }: Folder) {
    const at = folders.findIndex((folder) => folder.id === id)
    const heir = folders[at + 1] ?? folders[at - 1]
    waiting.current?.()
    waiting.current = focusOnceLost(() =>
      heir ? linkOf(list.current, heir.id) : document.querySelector<HTMLElement>('[data-new-folder]'),
    )
  }
}

const linkOf = (list: HTMLElement | null, id: string) => list?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(id)}"]`)

/** @NOTE The confirmation dialog is closing and returns the focus to a removed row; only after that is the focus moved. */
function focusOnceLost(find: () => HTMLElement | null | undefined, tries = 60): Stop {
  const isInDialog = Boolean(document.activeElement?.closest('[role="alertdialog"]'))
  if (!isInDialog && document.activeElement !== document.body) return () => {}
  if (!isInDialog) find()?.focus()
  if (tries === 0) return () => {}
  let stop = after(FRAME, () => (stop = focusOnceLost(find, tries - 1)))
  return () => stop()
}

const FRAME = 16
