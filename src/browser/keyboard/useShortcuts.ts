import { useRef } from 'react'
import { seconds } from '#shared/units.ts'
import { isKeyHandled, isPopupOpen } from '#browser/keyboard/keyEvents.ts'
import { hasCharacterShortcuts } from '#browser/keyboard/characterShortcuts.ts'
import { now } from '#browser/timers/time.ts'
import { useEvent } from '#browser/events/useEvent.ts'

/** Maximum time between the two keys of a pair. */
const PAIR_TIMEOUT = seconds(1.5)

/**
 * Registers keyboard shortcuts: a single key (`?`), two keys in sequence (`g h`), or a key with Ctrl or Cmd (`mod ,`). They are
 * ignored while a dialog or a menu is open, during IME composition, and for events that another handler has taken. In a text
 * field only shortcuts with Ctrl or Cmd work. The user can disable the others everywhere (WCAG 2.1.4).
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const firstKey = useRef({ key: '', at: 0 })
  useEvent('document', 'keydown', (event) => {
    if (isKeyHandled(event) || event.repeat || event.altKey || isComposing(event) || isPopupOpen()) return
    if (event.ctrlKey || event.metaKey) return runAction(event, actions[`mod ${event.key.toLowerCase()}`])
    if (isTyping(event.target) || !hasCharacterShortcuts()) return
    const pair = now() - firstKey.current.at < PAIR_TIMEOUT ? actions[`${firstKey.current.key} ${event.key}`] : undefined
    firstKey.current = { key: event.key, at: now() }
    runAction(event, pair ?? actions[event.key])
  })
}

function runAction(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (!action) return
  event.preventDefault()
  action()
}

/** @NOTE Safari ends the composition before it fires `keydown` for the key that ended it. That event has the key code 229. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"]') !== null
