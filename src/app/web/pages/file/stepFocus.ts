export type Step = 'previous' | 'next'

/** The button was pressed: its successor on the page of the next recording takes the focus over. */
export function notePressed(step: Step): void {
  pressed = step
}

/** The focus has been lost with the button that was pressed: gives it to the same one of this page, once it can take it. */
export function handFocusOn(buttonOf: (step: Step) => HTMLElement | null): void {
  const focused = document.activeElement
  if (!pressed || (focused !== document.body && focused?.id !== 'reading')) return
  const button = buttonOf(pressed)
  button?.focus({ preventScroll: true })
  // What is not shown at this width cannot take it.
  if (document.activeElement === button) pressed = undefined
}

let pressed: Step | undefined
