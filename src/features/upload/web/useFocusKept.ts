import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { UploadItem } from './uploadItem.ts'

type Kept = {
  list: RefObject<HTMLElement | null>
  after: RefObject<HTMLElement | null>
  items: readonly UploadItem[]
}

/**
 * Keeps the focus in the queue: a button that goes away because its row has changed, or is gone, hands it on to the first button
 * of that row, or of the one that stands in its place. The rest goes onto the list; `focusedIndex` is the row the focus is in.
 */
export function useFocusKept({ list, after, items }: Kept) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const at = useRef(0)
  const focusedIndex = items.findIndex((item) => item.id === focusedId)
  // The page's focus is the external system. Before the dialog looks for it: it would lay it onto its own edge.
  useLayoutEffect(() => {
    if (focusedIndex >= 0) at.current = focusedIndex
    if (focusedId === null || !isLost()) return
    const next = items[focusedIndex] ?? items[Math.min(at.current, items.length - 1)]
    const row = next && list.current?.querySelector(`[data-upload="${CSS.escape(next.id)}"]`)
    const heir = row?.querySelector<HTMLElement>('button') ?? after.current
    heir?.focus({ preventScroll: true })
  }, [items, focusedId, focusedIndex, list, after])
  return {
    focusedIndex: focusedIndex < 0 ? null : focusedIndex,
    onFocus: ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('[data-upload]')?.dataset['upload'] ?? null),
    // Without a heir named by the browser, the window was left or the button is gone.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) setFocusedId(null)
    },
  }
}

/** Nothing has the focus, or the dialog as a whole, to which it falls. */
const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.getAttribute('role') === 'dialog'
