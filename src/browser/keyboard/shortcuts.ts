import { useRef } from 'react'
import { seconds } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { NO_EXPIRATION, getItem, setItem, useStored } from '../storage/storage.ts'

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
    if (isTextField(event.target) || !hasCharacterShortcuts()) return
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

const STORAGE_KEY = 'single_keys'

/**
 * Returns whether shortcuts without Ctrl or Cmd are on. Users who dictate or press keys by accident can turn them off (WCAG
 * 2.1.4).
 */
export const hasCharacterShortcuts = (): boolean => getItem(STORAGE_KEY) !== false

/** Stores the choice in this browser. */
export const setCharacterShortcuts = (isOn: boolean): void => setItem(STORAGE_KEY, isOn, { lifetime: NO_EXPIRATION })

/** The choice and its setter. */
export const useCharacterShortcuts = (): readonly [boolean, (isOn: boolean) => void] =>
  [useStored(hasCharacterShortcuts), setCharacterShortcuts] as const

/** Elements in which keys type text or choose an option. A shortcut must leave those keys to them. */
const TEXT_FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"]'

/** Returns true for a text field, a select or anything inside of them: the target of a key event, or the focused element. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_FIELDS) !== null

/**
 * Returns true when another handler has already handled the key event. @NOTE A disabled button that has the focus prevents the
 * default of every key but Tab without doing anything, so its key events count as not handled.
 */
export const isKeyHandled = (event: KeyboardEvent): boolean =>
  event.defaultPrevented && !(event.target instanceof Element && event.target.closest('button[aria-disabled="true"]'))

const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Returns true while a dialog, a menu or a list covers the page; shortcuts of the page must then do nothing. @NOTE The DOM also
 * holds popups that are closing or waiting in the dialog queue, and toasts, which have the role dialog. Those are left out.
 */
export const isPopupOpen = (): boolean =>
  [...document.querySelectorAll(POPUPS)].some((popup) => !popup.closest('[data-closed], [data-toast]'))
