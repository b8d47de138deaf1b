import { isPopupOpen } from '#browser/keyboard/keyEvents.ts'
import type { KeyboardEvent, RefObject } from 'react'
import { hasCharacterShortcuts } from '#browser/keyboard/characterShortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import type { SelectionState } from './useSelection.ts'

export type SelectionKeys = {
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
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"]), textarea, [contenteditable]:not([contenteditable="false"])')
