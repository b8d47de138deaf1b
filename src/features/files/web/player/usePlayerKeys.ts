import { isTaken } from '#ui/isTaken.ts'
import { hasSingleKeys } from '#ui/singleKeys.ts'
import { useEvent } from '#ui/useEvent.ts'
import { usePlayer } from './usePlayer.ts'

/** Space plays and pauses, J and L seek ten seconds. Ignored while typing, and Space also on elements that it activates. */
export function usePlayerKeys(): void {
  const playback = usePlayer()
  useEvent('document', 'keydown', (event) => {
    if (isTaken(event) || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target, event.key === ' ')) return
    const key = event.key.toLowerCase()
    if (key === ' ' && !event.repeat) playback.toggle()
    else if (!hasSingleKeys()) return
    else if (key === 'j') playback.skip(-1)
    else if (key === 'l') playback.skip(1)
    else return
    event.preventDefault()
  })
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"], [role="combobox"]'
const PRESSED = 'button, a[href], summary, [role="button"], [role="tab"], [role="switch"], [role="option"], [role="menuitem"]'
const ON_TOP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-open]'

function isBusy(target: EventTarget | null, isSpace: boolean): boolean {
  if (document.querySelector(ON_TOP)) return true
  return target instanceof Element && target.closest(isSpace ? `${TYPING}, ${PRESSED}` : TYPING) !== null
}
