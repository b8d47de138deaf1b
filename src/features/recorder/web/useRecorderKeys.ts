import { isKeyHandled, hasCharacterShortcuts, isTextField } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'

const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** M adds a marker, P pauses and resumes, on every page and in the full view; not in text fields or behind a popup. */
export function useRecorderKeys({
  isEnabled,
  onMark,
  onPause,
}: {
  isEnabled: boolean
  onMark: () => void
  onPause: () => void
}): void {
  useEvent('document', 'keydown', (event) => {
    if (!isEnabled || isKeyHandled(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
      return
    if (!hasCharacterShortcuts() || isTextField(event.target) || isBehindPopup()) return
    const key = event.key.toLowerCase()
    const action = key === 'm' ? onMark : key === 'p' ? onPause : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
}

/** True when a popup other than the full view is open. */
const isBehindPopup = (): boolean =>
  [...document.querySelectorAll(POPUPS)].some(
    (popup) => !popup.closest('[data-closed], [data-toast]') && !popup.querySelector('[data-recorder-view]'),
  )
