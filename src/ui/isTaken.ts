/**
 * Whether somebody has done something with a key already. @NOTE A disabled button that keeps the focus stops every key but Tab
 * without doing anything: those are still to be had.
 */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented && !(event.target instanceof Element && event.target.closest('button[aria-disabled="true"]'))
