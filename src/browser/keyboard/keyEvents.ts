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
