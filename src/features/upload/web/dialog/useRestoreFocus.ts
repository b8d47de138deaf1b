import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { UploadItem } from '../queue/uploadItem.ts'

type FocusOptions = {
  list: RefObject<HTMLElement | null>
  after: RefObject<HTMLElement | null>
  items: readonly UploadItem[]
}

/**
 * Keeps the focus in the queue. When the focused button disappears, the first button of its row is focused, or of the row that
 * takes its place, or otherwise `after`. `focusedIndex` is the row with the focus.
 */
export function useRestoreFocus({ list, after, items }: FocusOptions) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const lastIndex = useRef(0)
  const focusedIndex = items.findIndex((item) => item.id === focusedId)
  // Runs before the dialog notices the lost focus, because it would move the focus to its own edge.
  useLayoutEffect(() => {
    if (focusedIndex >= 0) lastIndex.current = focusedIndex
    if (focusedId === null || !isFocusLost()) return
    const next = items[focusedIndex] ?? items[Math.min(lastIndex.current, items.length - 1)]
    const row = next && list.current?.querySelector(`[data-upload="${CSS.escape(next.id)}"]`)
    const nextFocus = row?.querySelector<HTMLElement>('button') ?? after.current
    nextFocus?.focus({ preventScroll: true })
  }, [items, focusedId, focusedIndex, list, after])
  return {
    focusedIndex: focusedIndex < 0 ? null : focusedIndex,
    onFocus: ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('[data-upload]')?.dataset['upload'] ?? null),
    // Without a related target, the window lost the focus or the button was removed.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) setFocusedId(null)
    },
  }
}

/** True when the focus is nowhere or on the dialog as a whole. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.getAttribute('role') === 'dialog'
