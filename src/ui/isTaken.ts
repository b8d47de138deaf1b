/**
 * Returns true when another handler has already handled the key event. @NOTE A disabled button that has the focus prevents the
 * default of every key but Tab without doing anything, so its key events count as not handled.
 */
export const isKeyHandled = (event: KeyboardEvent): boolean =>
  event.defaultPrevented && !(event.target instanceof Element && event.target.closest('button[aria-disabled="true"]'))
