import { isKeyHandled } from '#browser/keyboard/keyEvents.ts'
import { hasCharacterShortcuts } from '#browser/keyboard/characterShortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { usePlayer } from './usePlayer.ts'

/** Space plays and pauses, J and L seek ten seconds. Ignored while typing, and Space also on elements that it activates. */
export function usePlayerKeys(): void {
  const playback = usePlayer()
  useEvent('document', 'keydown', (event) => {
    if (isKeyHandled(event) || event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event.target, event.key === ' '))
      return
    const key = event.key.toLowerCase()
    if (key === ' ' && !event.repeat) playback.toggle()
    else if (!hasCharacterShortcuts()) return
    else if (key === 'j') playback.skip(-1)
    else if (key === 'l') playback.skip(1)
    else return
    event.preventDefault()
  })
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"], [role="combobox"]'
const ACTIVATABLE = 'button, a[href], summary, [role="button"], [role="tab"], [role="switch"], [role="option"], [role="menuitem"]'
const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-open]'

function isKeyTaken(target: EventTarget | null, isSpace: boolean): boolean {
  if (document.querySelector(POPUP)) return true
  return target instanceof Element && target.closest(isSpace ? `${TYPING}, ${ACTIVATABLE}` : TYPING) !== null
}
