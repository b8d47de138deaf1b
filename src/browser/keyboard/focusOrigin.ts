import { listen } from '../events/listen.ts'

let wasPointerUsedLast = false
let focusedByPointer: EventTarget | null = null

/** Style sheets use this attribute. */
const ATTRIBUTE = 'data-pointer-focus'

function setFocusedByPointer(target: EventTarget | null): void {
  if (focusedByPointer instanceof Element) focusedByPointer.removeAttribute(ATTRIBUTE)
  focusedByPointer = target
  if (target instanceof Element) target.setAttribute(ATTRIBUTE, '')
}

/**
 * Records whether the focus was moved by the pointer or by the keyboard. The app calls it once at startup. Returns a function that
 * stops it. @NOTE `:focus-visible` cannot be used: it becomes true with the first key pressed after a click.
 */
export function trackFocusOrigin(): () => void {
  const stops = [
    listen(
      document,
      'pointerdown',
      ({ target }) => {
        wasPointerUsedLast = true
        const { activeElement } = document
        if (activeElement !== document.body && activeElement?.contains(target as Node)) setFocusedByPointer(activeElement)
      },
      { capture: true },
    ),
    listen(document, 'keydown', () => (wasPointerUsedLast = false), { capture: true }),
    listen(document, 'focusin', ({ target }) => setFocusedByPointer(wasPointerUsedLast ? target : null)),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Returns true when this element has the focus because it was clicked or touched. */
export const isFocusedByPointer = (element: EventTarget | null): boolean => element !== null && element === focusedByPointer
