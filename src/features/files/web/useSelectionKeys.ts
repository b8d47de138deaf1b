import { isUnderPopup } from '#ui/isUnderPopup.ts'
import type { KeyboardEvent, RefObject } from 'react'
import { hasSingleKeys } from '#ui/singleKeys.ts'
import { useEvent } from '#ui/useEvent.ts'
import type { SelectionState } from './useSelection.ts'

export type SelectionKeys = {
  pane: RefObject<HTMLElement | null>
  selection: SelectionState
  onDiscard: () => void
  onMove: () => void
}

/**
 * The keys of the selection wherever the focus stands in the list, and when it stands nowhere: Ctrl or Cmd and A choose all
 * that is shown, Esc lets go, Delete and M do to all chosen what their buttons do.
 */
export function useSelectionKeys({ pane, selection, onDiscard, onMove }: SelectionKeys): (event: KeyboardEvent) => void {
  // After a row was thrown away or a page was opened the focus may stand at the page itself.
  useEvent('document', 'keydown', (event) => {
    const { activeElement } = document
    const isNowhere =
      activeElement === document.body || activeElement === pane.current?.closest('main') || activeElement?.id === 'reading'
    if (isNowhere && pane.current?.checkVisibility?.() !== false && !isUnderPopup()) hear(event)
  })
  return (event) => {
    if (event.currentTarget.contains(event.target as Node)) hear(event)
  }

  function hear(event: KeyboardEvent | globalThis.KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
    if (act(event)) event.preventDefault()
  }

  function act({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent | globalThis.KeyboardEvent): boolean {
    const hasAny = selection.ids.size > 0
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'a' || shiftKey) return false
      selection.all()
      return true
    }
    if (key === 'Escape' && selection.isSelecting) selection.clear()
    else if (key === 'Delete' && hasAny) onDiscard()
    else if (key === 'm' && hasAny && hasSingleKeys()) onMove()
    else return false
    return true
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"]), textarea, [contenteditable]:not([contenteditable="false"])')
