import { useRef } from 'react'
import { seconds } from '#kit/units.ts'
import { now } from '#ui/time.ts'
import { useEvent } from '#ui/useEvent.ts'

/** How long the first key of a pair waits for the second. */
const PAIR = seconds(1.5)

/**
 * Keys without modifiers, alone (`?`) or in pairs (`g h`), or with Ctrl or Cmd (`mod ,`). Not heard while one types, while a dialog or a menu is open, or when
 * somebody else has taken the key.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const first = useRef({ key: '', at: 0 })
  useEvent('document', 'keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.altKey || !isFree(event.target)) return
    if (event.ctrlKey || event.metaKey) return run(event, actions[`mod ${event.key}`])
    const pair = now() - first.current.at < PAIR ? actions[`${first.current.key} ${event.key}`] : undefined
    first.current = { key: event.key, at: now() }
    run(event, pair ?? actions[event.key])
  })
}

function run(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (!action) return
  event.preventDefault()
  action()
}

function isFree(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return false
  return !(
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"]')
  )
}
