import { useRef } from 'react'
import { seconds } from '#kit/units.ts'
import { isTaken } from '#ui/isTaken.ts'
import { isUnderPopup } from '#ui/isUnderPopup.ts'
import { hasSingleKeys } from '#ui/singleKeys.ts'
import { now } from '#ui/time.ts'
import { useEvent } from '#ui/useEvent.ts'

/** How long the first key of a pair waits for the second. */
const PAIR = seconds(1.5)

/**
 * Keys without modifiers, alone (`?`) or in pairs (`g h`), or with Ctrl or Cmd (`mod ,`). Not heard while a dialog or a menu is
 * open, while an input method is composing, or when somebody else has taken the key. While one types only those with Ctrl or Cmd
 * are, and where the reader wishes it so, everywhere (WCAG 2.1.4).
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const first = useRef({ key: '', at: 0 })
  useEvent('document', 'keydown', (event) => {
    if (isTaken(event) || event.repeat || event.altKey || isComposing(event) || isUnderPopup()) return
    if (event.ctrlKey || event.metaKey) return run(event, actions[`mod ${event.key.toLowerCase()}`])
    if (isTyping(event.target) || !hasSingleKeys()) return
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

/** @NOTE Safari ends the composing before the key that ended it; its code is 229 then. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"]') !== null
