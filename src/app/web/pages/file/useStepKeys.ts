import { isTaken } from '#ui/isTaken.ts'
import { isUnderPopup } from '#ui/isUnderPopup.ts'
import { useEvent } from '#ui/useEvent.ts'
import type { Step } from './stepFocus.ts'

/**
 * Alt and an arrow: not while one types, where it moves by paragraphs, nor in front of a dialog or a menu. Needs no switch: it is
 * no key pressed alone (WCAG 2.1.4).
 */
export function useStepKeys(go: (step: Step) => void): void {
  useEvent('document', 'keydown', (event) => {
    const isStep = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (!isStep || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTaken(event)) return
    if (event.isComposing || isUnderPopup() || isTyping(event.target)) return
    event.preventDefault()
    go(event.key === 'ArrowDown' ? 'next' : 'previous')
  })
}

const TYPING =
  'input:not([type=range]), textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"], [role="combobox"]'

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null
