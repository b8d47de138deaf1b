import { isTaken } from '#ui/isTaken.ts'
import { hasSingleKeys } from '#ui/singleKeys.ts'
import { useEvent } from '#ui/useEvent.ts'

const TYPING = 'input, textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"], [role="combobox"]'
const ON_TOP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** M adds a marker, P pauses and resumes, on every page and in the full view; not in text fields or behind a popup. */
export function useRecorderKeys({ isOn, onMark, onPause }: { isOn: boolean; onMark: () => void; onPause: () => void }): void {
  useEvent('document', 'keydown', (event) => {
    if (!isOn || isTaken(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (!hasSingleKeys() || isTyping(event.target) || isUnderOther()) return
    const key = event.key.toLowerCase()
    const act = key === 'm' ? onMark : key === 'p' ? onPause : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
}

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null

/** True when a popup other than the full view is open. */
const isUnderOther = (): boolean =>
  [...document.querySelectorAll(ON_TOP)].some(
    (popup) => !popup.closest('[data-closed], [data-toast]') && !popup.querySelector('[data-recorder-view]'),
  )
